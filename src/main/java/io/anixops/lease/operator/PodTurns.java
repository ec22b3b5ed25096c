package io.anixops.lease.operator;

import io.fabric8.kubernetes.api.model.Pod;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * Lets the leases of this process write to one pod one after the other: many that move to the same pod at once would
 * else refuse each other's versions, and each would read and write again for every other. Who has written leaves the pod
 * as it was written to the next in line, who can decide on it without a read: if it has changed since, the write of that
 * decision is refused, as after any other read.
 *
 * <p>It only saves work and is no part of the safety argument: a turn that does not come in time is not waited for, and
 * what is left may be as old as it likes, so long as it is only ever written upon.
 */
final class PodTurns {
    private static final int STRIPES = 256;

    private final ReentrantLock[] locks =
            IntStream.range(0, STRIPES).mapToObj(i -> new ReentrantLock(true)).toArray(ReentrantLock[]::new);
    private final AtomicReferenceArray<Pod> left = new AtomicReferenceArray<>(STRIPES);
    private final long longestWaitMillis;
    private final Predicate<ReentrantLock> isWaitedFor;

    PodTurns(long longestWaitMillis) {
        this(longestWaitMillis, ReentrantLock::hasQueuedThreads);
    }

    /** @param isWaitedFor whether a pod is left to somebody; else it is let go, since pods are large */
    PodTurns(long longestWaitMillis, Predicate<ReentrantLock> isWaitedFor) {
        this.longestWaitMillis = longestWaitMillis;
        this.isWaitedFor = isWaitedFor;
    }

    /** Waits for the turn at the pod with this uid; it is over when it is closed. */
    Turn take(String uid) {
        var stripe = Math.floorMod(uid.hashCode(), STRIPES);
        var lock = locks[stripe];
        if (lock.tryLock()) {
            return new Turn(uid, stripe, true, false);
        }
        try {
            return new Turn(uid, stripe, lock.tryLock(longestWaitMillis, TimeUnit.MILLISECONDS), true);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Turn(uid, stripe, false, true);
        }
    }

    /** A turn at a pod. */
    final class Turn implements AutoCloseable {
        private final String uid;
        private final int stripe;
        private final boolean taken;
        private final boolean waited;

        private Turn(String uid, int stripe, boolean taken, boolean waited) {
            this.uid = uid;
            this.stripe = stripe;
            this.taken = taken;
            this.waited = waited;
        }

        boolean taken() {
            return taken;
        }

        /** Whether somebody else had it first: what was read of the pod before is probably old. */
        boolean waited() {
            return waited;
        }

        /** The pod as somebody before has written it; at some time the API server had it so. */
        Optional<Pod> left() {
            return Optional.ofNullable(left.get(stripe))
                    .filter(pod -> pod.getMetadata().getUid().equals(uid));
        }

        /** Leaves it, as the API server answered, to the next in line. */
        void leave(Pod written) {
            left.set(stripe, written);
        }

        @Override
        public void close() {
            if (!isWaitedFor.test(locks[stripe])) {
                left.set(stripe, null);
            }
            if (taken) {
                locks[stripe].unlock();
            }
        }

        ReentrantLock lock() {
            return locks[stripe];
        }
    }
}
