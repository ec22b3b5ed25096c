package io.anixops.lease.operator;

import io.anixops.lease.operator.api.DatabaseLeaseStatus;
import io.anixops.lease.operator.decision.Reason;
import java.util.Optional;

/** What is counted for the series of one lease. */
final class LeaseSeries {
    private static final double NANOS = 1e9;

    private long transitions;
    private long leaderlessNanos;
    private boolean leaderless;
    private long since;

    LeaseSeries(DatabaseLeaseStatus shown, long now) {
        leaderless = isLeaderless(shown);
        since = now;
    }

    synchronized void changed(DatabaseLeaseStatus before, DatabaseLeaseStatus now, long at) {
        transitions += Math.max(0, terms(now) - terms(before));
        if (leaderless) {
            leaderlessNanos += at - since;
        }
        leaderless = isLeaderless(now);
        since = at;
    }

    synchronized long transitions() {
        return transitions;
    }

    synchronized double leaderlessSeconds(long now) {
        return (leaderlessNanos + (leaderless ? now - since : 0)) / NANOS;
    }

    private static long terms(DatabaseLeaseStatus status) {
        return Optional.ofNullable(status.transitions()).orElse(0L);
    }

    private static boolean isLeaderless(DatabaseLeaseStatus status) {
        return Conditions.find(status.conditions(), Conditions.READY)
                .filter(ready -> ready.getStatus().equals(Conditions.TRUE)
                        || ready.getReason().equals(Reason.SUSPENDED.text()))
                .isEmpty();
    }
}
