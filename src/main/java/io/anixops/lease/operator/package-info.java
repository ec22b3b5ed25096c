/** The operator: observes, asks the database, labels the leader pod, reports. */
@NullMarked
package io.anixops.lease.operator;

import org.jspecify.annotations.NullMarked;
