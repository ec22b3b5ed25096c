package io.anixops.lease.operator;

import io.anixops.lease.LeaseStoreException;
import io.anixops.lease.operator.decision.Outcome;
import io.anixops.lease.operator.decision.Reason;
import io.anixops.lease.operator.decision.Silence;

/** What a failure of the database means for a lease: nothing is claimed, and the reason says where to look. */
final class DatabaseErrors {
    private DatabaseErrors() {}

    static Outcome.Idle outcome(LeaseStoreException e) {
        return new Outcome.Idle(reason(e.kind()), String.valueOf(e.getMessage()), null);
    }

    static Silence silence(LeaseStoreException e) {
        return new Silence(reason(e.kind()), String.valueOf(e.getMessage()));
    }

    private static Reason reason(LeaseStoreException.Kind kind) {
        return switch (kind) {
            case READ_ONLY -> Reason.DATABASE_READ_ONLY;
            case STORAGE -> Reason.DATABASE_STORAGE;
            case SCHEMA_MISSING -> Reason.SCHEMA_MISSING;
            case SCHEMA_TOO_NEW -> Reason.SCHEMA_TOO_NEW;
            case UNREACHABLE, LOCKED, REFUSED -> Reason.DATABASE_UNREACHABLE;
        };
    }
}
