package io.anixops.lease.e2e;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;

/** One request that an {@link ApiProxy} holds back, or will. */
final class Held {
    private final Predicate<ApiProxy.Request> which;
    private final AtomicReference<ApiProxy.Request> taken = new AtomicReference<>();
    private final CountDownLatch arrived = new CountDownLatch(1);
    private final CompletableFuture<Boolean> decision = new CompletableFuture<>();
    private final CompletableFuture<Integer> answer = new CompletableFuture<>();

    Held(Predicate<ApiProxy.Request> which) {
        this.which = which;
    }

    /** Waits until the request is here, and shows it. */
    ApiProxy.Request awaitHeld() throws InterruptedException {
        if (!arrived.await(Eventually.LONG.toSeconds(), TimeUnit.SECONDS)) {
            throw new AssertionError("no request came that was to be held back");
        }
        return taken.get();
    }

    boolean hasArrived() {
        return arrived.getCount() == 0;
    }

    /** Lets it go on to the API server, whether or not its caller still waits. */
    void release() {
        decision.complete(true);
    }

    /** It never reaches the API server. */
    void drop() {
        decision.complete(false);
    }

    /** Waits for the status code that the API server gave in the end, whoever was still there to hear it. */
    int awaitAnswer() throws InterruptedException {
        try {
            return answer.get(Eventually.LONG.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException none) {
            throw new AssertionError("the API server did not answer the request that was held back", none);
        }
    }

    void answered(int status) {
        answer.complete(status);
    }

    boolean takes(ApiProxy.Request request) {
        if (which.test(request) && taken.compareAndSet(null, request)) {
            arrived.countDown();
            return true;
        }
        return false;
    }

    boolean awaitDecision() throws InterruptedException {
        try {
            return decision.get();
        } catch (ExecutionException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
