package io.anixops.lease;

import java.time.Duration;

/**
 * How long this process may act on the last answer of the database.
 *
 * <p>It is measured on the local monotonic clock from the moment <em>before</em> the request left, so a slow answer
 * shortens it, and a jump of the wall clock does not touch it.
 */
public record TrustWindow(long untilNanos) {

    /** Trust in the answer to a request that was about to be sent at {@code sentNanos}. */
    public static TrustWindow from(long sentNanos, Duration ttl) {
        return new TrustWindow(sentNanos + Timing.trust(ttl).toNanos());
    }

    public boolean isOpenAt(long nowNanos) {
        return nowNanos - untilNanos < 0; // not nowNanos < untilNanos: the monotonic clock may wrap
    }

    /** What is left of it; zero or negative when it is over. */
    public Duration leftAt(long nowNanos) {
        return Duration.ofNanos(untilNanos - nowNanos);
    }
}
