package io.anixops.lease.operator;

import java.time.Duration;

/**
 * How many requests to the API server a second, and who goes first where more are wanted: what must not wait goes at once and
 * is paid for by the others, what a lease needs to move goes in the order in which it comes, and what only keeps times and
 * Events fresh goes while half of a second's requests are left. Time is an argument; for one thread at a time.
 */
final class RequestBudget {
    private final TokenBucket bucket;
    private final int keptForMoves;

    RequestBudget(int perSecond, long now) {
        bucket = new TokenBucket(perSecond, Duration.ofSeconds(1).dividedBy(perSecond), now);
        keptForMoves = perSecond / 2;
    }

    /** One that goes now. */
    void urgent(long now) {
        bucket.owe(now);
    }

    /** One that goes after this time, before all that come later. */
    Duration needed(long now) {
        bucket.owe(now);
        return bucket.untilPaid(now);
    }

    /** Whether one that can wait goes now. */
    boolean spare(long now) {
        return bucket.hasMoreThan(keptForMoves, now) && bucket.take(now);
    }
}
