package io.anixops.lease;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Waiting for an end that the waiting thread must not hold up itself. */
final class Waiting {
    private static final ThreadLocal<Boolean> IS_AWAITED = ThreadLocal.withInitial(() -> false);

    private Waiting() {}

    /** Runs what others wait for: a wait in there would be for itself. */
    static void asAwaited(Runnable code) {
        IS_AWAITED.set(true);
        try {
            code.run();
        } finally {
            IS_AWAITED.remove();
        }
    }

    /** Returns whether it came about. */
    static boolean on(CountDownLatch latch, Duration most) {
        if (IS_AWAITED.get()) {
            return false;
        }
        try {
            return latch.await(most.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
