package io.anixops.lease.e2e;

import java.time.Duration;

/** One of those that want the same lease, with a stopwatch on its requests. */
interface Rival<R extends Rival<R>> extends AutoCloseable {
    R elect();

    /** Returns once it has seen that another has the lease. */
    R electInVain() throws Exception;

    R awaitLeading() throws Exception;

    /** Gives the lease back, and tells how long it took until the other one had it. */
    Duration handOverTo(R next) throws Exception;

    /** Is gone right after a renewal, and tells how long it took until the other one had the lease. */
    Duration vanishBefore(R next) throws Exception;

    @Override
    void close();
}
