/**
 * Benchmarks of the lease store, side by side with what one would use instead: {@code bench/run}. Peers run as their
 * documentation recommends, with the same server, pool and table settings as ours.
 */
@NullMarked
package io.anixops.lease.bench;

import org.jspecify.annotations.NullMarked;
