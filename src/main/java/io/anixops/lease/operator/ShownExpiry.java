package io.anixops.lease.operator;

import io.anixops.lease.Lease;
import io.anixops.lease.operator.api.DatabaseLeaseStatus;
import io.anixops.lease.operator.decision.Outcome;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import java.time.Duration;
import java.util.Optional;

/** What a status tells of the expiry: as much as can be kept ahead of the clock, and nothing that is as good as past. */
final class ShownExpiry {
    /** Shown times have whole seconds, and it takes a moment to take one away. */
    static final Duration AHEAD = Duration.ofMillis(1_500);

    /** The shortest term of a resource's own; what is held for less is renewed by a stranger too often to be followed. */
    private static final Duration SHORTEST = Duration.ofSeconds(5);

    private final ExpiryBudget budget;

    ShownExpiry(ExpiryBudget budget) {
        this.budget = budget;
    }

    /** The status as people shall see it; {@code shown} is what they see now. */
    DatabaseLeaseStatus of(ResourceID lease, DatabaseLeaseStatus status, DatabaseLeaseStatus shown, Outcome outcome) {
        if (status.expiresAt() == null) {
            budget.forget(lease);
            return status;
        }
        var isNow = shown.expiresAt() != null;
        var shows = outcome.match(
                leads -> budget.shows(lease, StatusChange.validity(leads.row()), isNow),
                itself -> shows(lease, itself.row(), isNow),
                elsewhere -> shows(lease, elsewhere.row(), isNow),
                idle -> idle.row() != null && shows(lease, idle.row(), isNow));
        return shows ? status : status.withoutExpiry();
    }

    /** Whether the times of somebody else's term, which nothing but a pass refreshes, are to be written. */
    boolean isRefreshDue(DatabaseLeaseStatus shown, DatabaseLeaseStatus status, Outcome outcome) {
        var due = status.expiresAt() != null
                && rowOfSomebodyElse(outcome)
                        .filter(row -> StatusChange.isRefreshDue(shown, row))
                        .isPresent();
        if (due) {
            budget.mustWrite();
        }
        return due;
    }

    void forget(ResourceID lease) {
        budget.forget(lease);
    }

    static boolean isLong(Lease row) {
        return StatusChange.validity(row).compareTo(SHORTEST) >= 0;
    }

    private boolean shows(ResourceID lease, Lease row, boolean isNow) {
        return isLong(row)
                && row.remaining().compareTo(AHEAD) > 0
                && budget.shows(lease, StatusChange.validity(row), isNow);
    }

    private static Optional<Lease> rowOfSomebodyElse(Outcome outcome) {
        return outcome.match(
                leads -> Optional.empty(),
                itself -> Optional.empty(),
                elsewhere -> Optional.of(elsewhere.row()),
                idle -> Optional.ofNullable(idle.row()));
    }
}
