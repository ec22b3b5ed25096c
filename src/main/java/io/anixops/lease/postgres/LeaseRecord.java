package io.anixops.lease.postgres;

import io.anixops.lease.HolderInfo;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A row as it stands, with whatever a foreign writer may have put there: neither name nor holder need follow a rule. All
 * times are the database's.
 *
 * @param remaining how long the term goes on after the answer; negative when it is over
 */
public record LeaseRecord(
        String name,
        String holder,
        long token,
        @Nullable Instant acquiredAt,
        @Nullable Instant renewedAt,
        Instant expiresAt,
        String renewer,
        HolderInfo holderInfo,
        Duration remaining) {

    public boolean isHeld() {
        return !holder.isEmpty() && !remaining.isNegative();
    }
}
