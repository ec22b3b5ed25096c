package io.anixops.lease.e2e;

import java.time.Duration;

/** Two processes that want one lease; who has it gives it up, or is gone, again and again. */
interface Contest extends AutoCloseable {
    /** Between two takings of the same lease, at least: so long has a leader led before it goes. */
    Duration SHORTEST_TERM = Duration.ofMillis(300); // shorter ones meet the thinning out of notifications

    /** From the moment in which the release leaves until the next one has it. */
    Duration handOver() throws Exception;

    /** From the moment in which the renewal is confirmed after which the leader is gone, until the next one has it. */
    Duration takeOver() throws Exception;

    @Override
    void close();
}
