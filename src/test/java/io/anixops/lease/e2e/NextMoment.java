package io.anixops.lease.e2e;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** When something happens next, on the monotonic clock in nanoseconds. Safe from any thread, for one that waits at a time. */
final class NextMoment {
    private volatile CompletableFuture<Long> next = new CompletableFuture<>();

    /** Of those from now on. */
    Future<Long> expect() {
        next = new CompletableFuture<>();
        return next;
    }

    void isNow() {
        next.complete(System.nanoTime());
    }

    static long await(Future<Long> moment) throws Exception {
        return moment.get(60, TimeUnit.SECONDS);
    }
}
