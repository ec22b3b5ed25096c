package io.anixops.lease;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The real threads: a timer, two that ask the store, and one for each work that runs. All are daemons. */
final class Threads {
    /** Far more than any call to a store that keeps its bounds, on connections that have theirs. */
    static final Duration HANGS = Duration.ofMinutes(2);

    private final AtomicLong works = new AtomicLong();
    private final ExecutorService renewals = Executors.newSingleThreadExecutor(task -> daemon("lease-renewals", task));
    private final ExecutorService attempts = Executors.newSingleThreadExecutor(task -> daemon("lease-attempts", task));
    private final Busy renewing;
    private final Busy attempting;
    private final Busy driving;
    private volatile @Nullable Thread timerThread;

    Threads(LongSupplier clock) {
        renewing = new Busy(clock);
        attempting = new Busy(clock);
        driving = new Busy(clock);
    }

    Lanes lanes() {
        return new Lanes(
                watched(renewals, renewing),
                watched(attempts, attempting),
                work -> daemon("lease-work-" + works.incrementAndGet(), work).start());
    }

    void start(Timer timer) {
        var thread = daemon("lease-timer", () -> {
            timer.run();
            renewals.shutdown();
            attempts.shutdown();
        });
        timerThread = thread;
        thread.start();
    }

    /** What the timer does is to be done in here. */
    Busy driving() {
        return driving;
    }

    void wake() {
        LockSupport.unpark(timerThread);
    }

    /** Whether the timer is there, and nothing has hung for too long. */
    boolean areAlive() {
        var timer = timerThread;
        return timer != null
                && timer.isAlive()
                && Stream.of(driving, renewing, attempting).noneMatch(one -> one.isForMoreThan(HANGS.toNanos()));
    }

    private static Executor watched(Executor lane, Busy busy) {
        return task -> lane.execute(() -> busy.at(task));
    }

    private static Thread daemon(String name, Runnable task) {
        var thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }
}
