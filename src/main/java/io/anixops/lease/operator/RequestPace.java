package io.anixops.lease.operator;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Where requests to the API server wait for their turn. Safe from any thread. */
final class RequestPace {
    private final RequestBudget budget;
    private final LongSupplier nanos;

    RequestPace(int perSecond, LongSupplier nanos) {
        this.budget = new RequestBudget(perSecond, nanos.getAsLong());
        this.nanos = nanos;
    }

    /** For a request that takes a label off, or must not be late for another reason: it never waits. */
    synchronized void urgent() {
        budget.urgent(nanos.getAsLong());
    }

    /** For a request by which a lease moves, or is told to have moved: returns when it may go. */
    void needed() {
        var wait = place();
        if (!wait.isZero()) {
            new CompletableFuture<Void>()
                    .completeOnTimeout(null, wait.toNanos(), TimeUnit.NANOSECONDS)
                    .join();
        }
    }

    /** Whether a request that can as well be made later may go now. */
    synchronized boolean spare() {
        return budget.spare(nanos.getAsLong());
    }

    private synchronized Duration place() {
        return budget.needed(nanos.getAsLong());
    }
}
