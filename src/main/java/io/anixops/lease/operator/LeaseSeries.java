package io.anixops.lease.operator;

import io.anixops.lease.operator.api.DatabaseLeaseStatus;
import io.anixops.lease.operator.decision.Reason;
import io.micrometer.core.instrument.Meter;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;

/** The series of one lease, and what is counted for them. */
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

    /** Makes the series; they live until they are removed. */
    List<Meter> register(
            Meters meters,
            String lease,
            BooleanSupplier leads,
            IntSupplier labelled,
            java.util.function.LongSupplier nanos) {
        return List.of(
                meters.gauge(Metric.LEADER, () -> leads.getAsBoolean() ? 1 : 0, lease),
                meters.gauge(Metric.LABELLED_PODS, labelled::getAsInt, lease),
                meters.counter(Metric.TRANSITIONS, this, LeaseSeries::transitions, lease),
                meters.counter(Metric.LEADERLESS, this, series -> series.leaderlessSeconds(nanos.getAsLong()), lease));
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
