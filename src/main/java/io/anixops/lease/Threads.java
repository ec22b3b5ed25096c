package io.anixops.lease;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** The real threads: a timer, two that ask the store, and one for each work that runs. All are daemons. */
final class Threads {
    private final AtomicLong works = new AtomicLong();
    private final ExecutorService renewals = Executors.newSingleThreadExecutor(task -> daemon("lease-renewals", task));
    private final ExecutorService attempts = Executors.newSingleThreadExecutor(task -> daemon("lease-attempts", task));
    private volatile @Nullable Thread timerThread;

    Lanes lanes() {
        return new Lanes(
                renewals,
                attempts,
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

    void wake() {
        LockSupport.unpark(timerThread);
    }

    private static Thread daemon(String name, Runnable task) {
        var thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }
}
