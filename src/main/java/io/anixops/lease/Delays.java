package io.anixops.lease;

import java.time.Duration;
import java.util.function.DoubleSupplier;

/**
 * How long to wait before the next request, in nanoseconds.
 *
 * @param random evenly spread from 0 to 1, so that waiting processes do not all ask at one moment
 */
record Delays(Timing timing, DoubleSupplier random) {
    private static final long HERD = Duration.ofMillis(3).toNanos();
    private static final long LOST_RACE = Duration.ofMillis(50).toNanos();
    private static final int RETRIES_IN_TTL =
            16; // a third of the ttl lies between a missed renewal and the end of trust

    /** The floor that needs no notification: at most a third of the ttl. */
    long poll() {
        return spread(timing.renewEvery().toNanos());
    }

    /** After somebody else was found to have it: when that term ends, or the next poll if that is sooner. */
    long afterRefusal(Duration remaining) {
        return Math.min(poll(), remaining.isNegative() ? spread(LOST_RACE) : remaining.toNanos() + herd());
    }

    /** A few milliseconds, so that of many that wait for one moment most find it decided. */
    long herd() {
        return 1 + (long) (random.getAsDouble() * HERD);
    }

    /** After this many failed attempts to get the lease in a row. */
    long retry(int failures) {
        var doubled = retry() << Math.min(failures - 1, 8);
        return spread(Math.min(doubled, timing.renewEvery().toNanos()));
    }

    /** After a failed renewal; several of them fit in before trust ends. */
    long retry() {
        return timing.ttl().toNanos() / RETRIES_IN_TTL;
    }

    private long spread(long most) {
        return most - (long) (random.getAsDouble() * most / 5);
    }
}
