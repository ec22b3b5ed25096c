package io.anixops.lease;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A row as the database saw it at the moment of its answer. All times are the database's.
 *
 * @param holder the raw column: empty before the first term; a foreign writer may have put anything there
 * @param token fencing token of the current or last term
 * @param renewer the raw column: the process that renews, empty when it is not known
 * @param remaining how long the term goes on after the answer, by the database's clock; negative when it is over
 */
public record Lease(
        LeaseName name,
        String holder,
        long token,
        @Nullable Instant acquiredAt,
        @Nullable Instant renewedAt,
        Instant expiresAt,
        String renewer,
        HolderInfo holderInfo,
        Duration remaining) {

    /** Whether somebody else may take it: its term ended before the database's clock at the moment of the answer. */
    public boolean isFree() {
        return remaining.isNegative();
    }

    public boolean isHeldBy(HolderId someone) {
        return !isFree() && holder.equals(someone.value());
    }
}
