package io.anixops.lease.e2e;

import java.time.Duration;
import java.util.function.Supplier;

/** Two that want one lease; who has it gives it up, or is gone, again and again. */
final class Contest<R extends Rival<R>> implements AutoCloseable {
    /** Between two takings of the same lease, at least: so long has a leader led before it goes. */
    static final Duration SHORTEST_TERM = Duration.ofMillis(300); // shorter ones meet the thinning out of notifications

    private final Supplier<R> newcomers;
    private R leader;
    private R waiter;

    Contest(Supplier<R> newcomers) throws Exception {
        this.newcomers = newcomers;
        leader = newcomers.get().elect().awaitLeading();
        waiter = newcomers.get().electInVain();
    }

    /** From the moment in which the release leaves until the next one has it. */
    Duration handOver() throws Exception {
        var time = leader.handOverTo(waiter);
        leader.electInVain();
        var former = leader;
        leader = waiter;
        waiter = former;
        return time;
    }

    /** From the moment in which the renewal is confirmed after which the leader is gone, until the next one has it. */
    Duration takeOver() throws Exception {
        var time = leader.vanishBefore(waiter);
        leader.close();
        leader = waiter.awaitLeading();
        waiter = newcomers.get().electInVain();
        return time;
    }

    @Override
    public void close() {
        waiter.close();
        leader.close();
    }
}
