package io.anixops.lease.operator;

import io.anixops.lease.operator.api.DatabaseLease;
import io.anixops.lease.operator.decision.Outcome;
import io.anixops.lease.operator.decision.Reason;
import java.util.Optional;

/** Where several resources claim one row, the older one has it. */
record Rivals(LeaseCache cache) {

    /** What holds for a resource whose row is another's; empty where it is its own. */
    Optional<Outcome.Idle> over(DatabaseLease resource, LeaseRow.Named row) {
        return cache.owner(row.name())
                .filter(owner -> !isSame(owner, resource))
                .map(owner -> new Outcome.Idle(
                        Reason.CONFLICT,
                        isOfSameNamespace(owner, resource)
                                ? "DatabaseLease %s of this namespace is older, and has the same row"
                                        .formatted(owner.getMetadata().getName())
                                : "a DatabaseLease of another namespace is older, and has the same row",
                        null));
    }

    /** What other namespaces have is not for everybody to read. */
    private static boolean isOfSameNamespace(DatabaseLease one, DatabaseLease other) {
        return one.getMetadata().getNamespace().equals(other.getMetadata().getNamespace());
    }

    private static boolean isSame(DatabaseLease one, DatabaseLease other) {
        return one.getMetadata().getUid().equals(other.getMetadata().getUid());
    }
}
