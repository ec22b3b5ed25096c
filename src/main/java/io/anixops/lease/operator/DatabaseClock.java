package io.anixops.lease.operator;

import io.anixops.lease.Lease;
import java.time.Duration;

/** What two answers about one row, one after the other, tell of the clock that judges it. */
final class DatabaseClock {
    private DatabaseClock() {}

    /** The term ends when it did, and yet there is more left of it. */
    static boolean wentBack(Lease before, Lease after) {
        return after.expiresAt().equals(before.expiresAt()) && after.remaining().compareTo(before.remaining()) > 0;
    }

    /** By so much at least, as time passed between the two. */
    static Duration step(Lease before, Lease after) {
        return after.remaining().minus(before.remaining());
    }
}
