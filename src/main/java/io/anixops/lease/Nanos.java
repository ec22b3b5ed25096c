package io.anixops.lease;

/** Moments of a monotonic clock, which may wrap: only their distances mean something. */
final class Nanos {
    /** A distance that is never covered. */
    static final long NEVER = Long.MAX_VALUE;

    private Nanos() {}

    static long until(long at, long now) {
        return Math.max(0, at - now);
    }

    static boolean isReached(long at, long now) {
        return now - at >= 0;
    }

    static long earlier(long one, long other) {
        return one - other < 0 ? one : other;
    }
}
