package io.anixops.lease;

import java.time.Duration;

/**
 * How long a lease lives, and what follows from it.
 *
 * @param ttl 1 s to 24 h
 * @param stopWithin how long the work may need to stop once it is told; with the trust it must fit into the ttl, or two
 *     processes could work at once
 */
public record Timing(Duration ttl, Duration stopWithin) {
    public static final Duration MIN_TTL = Duration.ofSeconds(1);
    public static final Duration MAX_TTL = Duration.ofHours(24);

    private static final long MOST_DAYS_IN_NANOS = 100_000; // that a long holds

    public Timing {
        requireTtl(ttl);
        if (stopWithin.isNegative() || trust(ttl).plus(stopWithin).compareTo(ttl) >= 0) {
            throw new IllegalArgumentException(
                    "work that needs %s to stop does not fit between the end of trust, %s, and the ttl, %s"
                            .formatted(stopWithin, trust(ttl), ttl));
        }
    }

    /** The usual: half of the time between the end of trust and the expiry is the work's to stop. */
    public static Timing ofTtl(Duration ttl) {
        requireTtl(ttl);
        return new Timing(ttl, ttl.dividedBy(6));
    }

    public Duration renewEvery() {
        return renewEvery(ttl);
    }

    public Duration trust() {
        return trust(ttl);
    }

    /** A third of the ttl. */
    public static Duration renewEvery(Duration ttl) {
        return third(ttl);
    }

    /** Two thirds of the ttl: how long one answer of the database may be acted on, from before its request was sent. */
    public static Duration trust(Duration ttl) {
        return third(ttl.plus(ttl));
    }

    /** It is asked for each lease many times a second: big numbers are for lengths that only a foreign writer's row has. */
    private static Duration third(Duration length) {
        return Math.abs(length.toDays()) > MOST_DAYS_IN_NANOS
                ? length.dividedBy(3)
                : Duration.ofNanos(length.toNanos() / 3);
    }

    /** Refuses a ttl that is out of range, with the value and the range in the message. */
    public static void requireTtl(Duration ttl) {
        Checks.requireWithin("ttl", ttl, MIN_TTL, MAX_TTL);
    }
}
