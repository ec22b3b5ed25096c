package io.anixops.lease.e2e;

import java.time.Instant;

/**
 * Something that a process tells of itself, by the one clock of this machine.
 *
 * @param since for answers, the moment before the request was sent; else the same as {@code at}
 */
record Happening(Instant at, String process, Kind kind, String lease, long token, Instant since) {
    enum Kind {
        /** It has the lease, or has it still. */
        CONFIRMED,
        /** Somebody else has it. */
        REFUSED,
        STARTS,
        STOPS,
        /** A step that carries the token was carried out. */
        WRITES,
        /** It stands still, as whoever stops it tells. */
        PAUSED,
        RESUMED,
        /** It is gone, and so is its work, as whoever killed it tells. */
        KILLED
    }

    boolean is(Kind wanted, String ofLease) {
        return kind == wanted && lease.equals(ofLease);
    }
}
