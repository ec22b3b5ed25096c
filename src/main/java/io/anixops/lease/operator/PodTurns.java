package io.anixops.lease.operator;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;

/**
 * Lets the threads of this process work on one pod one after the other: they would else refuse each other's versions, and
 * each would read and write again for every other. It only saves work, and is no part of any safety argument: a turn that
 * does not come in time is not waited for.
 */
final class PodTurns {
    private static final int STRIPES = 256;

    private final ReentrantLock[] locks =
            IntStream.range(0, STRIPES).mapToObj(i -> new ReentrantLock(true)).toArray(ReentrantLock[]::new);
    private final long longestWaitMillis;

    PodTurns(long longestWaitMillis) {
        this.longestWaitMillis = longestWaitMillis;
    }

    /** Waits for the turn at the pod with this uid; it is over when it is closed. */
    Turn take(String uid) {
        var lock = locks[Math.floorMod(uid.hashCode(), STRIPES)];
        try {
            return new Turn(lock, lock.tryLock(longestWaitMillis, TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Turn(lock, false);
        }
    }

    /** A turn at a pod, or that none came in time. */
    record Turn(ReentrantLock lock, boolean taken) implements AutoCloseable {
        @Override
        public void close() {
            if (taken) {
                lock.unlock();
            }
        }
    }
}
