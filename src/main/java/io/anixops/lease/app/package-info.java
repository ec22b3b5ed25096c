/** The program around the operator: command line, settings, pools, probes, metrics endpoint. Imported by nobody. */
@NullMarked
package io.anixops.lease.app;

import org.jspecify.annotations.NullMarked;
