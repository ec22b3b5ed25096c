/** What Micrometer shows of leases: for programs that have it. */
@NullMarked
package io.anixops.lease.metrics;

import org.jspecify.annotations.NullMarked;
