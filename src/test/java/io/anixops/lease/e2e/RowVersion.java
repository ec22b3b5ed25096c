package io.anixops.lease.e2e;

import java.time.Instant;

/** One version of a lease's row, as a trigger saw it, and when by the database's clock. */
record RowVersion(
        String name, boolean deleted, String holder, long token, String renewer, Instant expiresAt, Instant writtenAt) {

    boolean isSameTermAs(RowVersion other) {
        return holder.equals(other.holder) && token == other.token;
    }

    /** When it was seen, its term had ended already. */
    boolean isOver() {
        return expiresAt.isBefore(writtenAt);
    }

    /** Still running at the moment: a term is over when its expiry lies before it, and not when it is reached. */
    boolean runsAt(Instant moment) {
        return !holder.isEmpty() && !expiresAt.isBefore(moment);
    }
}
