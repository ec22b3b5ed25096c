package io.anixops.lease.operator;

import io.anixops.lease.Lease;
import io.anixops.lease.operator.api.DatabaseLeaseStatus;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Whether a status is worth a write. */
final class StatusChange {
    private StatusChange() {}

    /** Something other than the moving times has changed. */
    static boolean isTransition(DatabaseLeaseStatus shown, DatabaseLeaseStatus now) {
        return !timeless(shown).equals(timeless(now));
    }

    /** Half of the validity that is shown is used up. */
    static boolean isRefreshDue(DatabaseLeaseStatus shown, @Nullable Instant renewedAt, @Nullable Instant expiresAt) {
        if (renewedAt == null || expiresAt == null) {
            return false;
        }
        if (shown.renewedAt() == null || shown.expiresAt() == null) {
            return true;
        }
        var used = Duration.between(Instant.parse(shown.renewedAt()), renewedAt);
        return used.multipliedBy(2).compareTo(Duration.between(renewedAt, expiresAt)) >= 0;
    }

    /** Half of the validity that is shown is used up by the database's clock, where nobody renews by our hand. */
    static boolean isRefreshDue(DatabaseLeaseStatus shown, Lease row) {
        if (isRefreshDue(shown, row.renewedAt(), row.expiresAt())) {
            return true;
        }
        if (shown.expiresAt() == null || seconds(row.expiresAt()).compareTo(shown.expiresAt()) <= 0) {
            return false;
        }
        var left = row.remaining().minus(Duration.between(Instant.parse(shown.expiresAt()), row.expiresAt()));
        return left.multipliedBy(2).compareTo(validity(row)) <= 0;
    }

    /** How long a renewal of this row is good for, as far as the row tells. */
    static Duration validity(Lease row) {
        return row.renewedAt() == null ? row.remaining() : Duration.between(row.renewedAt(), row.expiresAt());
    }

    /** As times are shown. */
    static String seconds(Instant instant) {
        return instant.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    private static List<Object> timeless(DatabaseLeaseStatus status) {
        return Stream.concat(
                        Stream.of(
                                status.expiresAt() != null,
                                new DatabaseLeaseStatus(
                                                status.leaseName(),
                                                status.leader(),
                                                status.holder(),
                                                status.holderPod(),
                                                status.holderCluster(),
                                                status.token(),
                                                status.acquiredAt(),
                                                null,
                                                null,
                                                status.transitions(),
                                                status.observedGeneration(),
                                                List.of())
                                        .withStepDown(status.stepDown())),
                        status.conditions().stream().map(StatusChange::timeless))
                .toList();
    }

    /** The text about a failing database differs from attempt to attempt; its reason does not. */
    private static List<Object> timeless(Condition condition) {
        var isFailure = condition.getReason().startsWith("Database")
                || condition.getReason().startsWith("Schema");
        return List.of(
                condition.getType(),
                condition.getStatus(),
                condition.getReason(),
                isFailure ? "" : condition.getMessage(),
                condition.getObservedGeneration());
    }
}
