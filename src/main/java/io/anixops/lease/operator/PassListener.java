package io.anixops.lease.operator;

import io.anixops.lease.Term;
import io.anixops.lease.operator.api.DatabaseLease;
import io.anixops.lease.operator.api.DatabaseLeaseStatus;

/** Hears of passes, on the thread that makes them; it must not wait. */
interface PassListener {
    /** A pass over this resource came to its report. */
    void passed(DatabaseLease resource);

    /** A running term's token is below one that a pod bears, and a new term is to be begun above it. */
    default void regressed(DatabaseLease resource, Term term, long seenToken) {}

    /** A status was written: what was shown before, and what is shown now. */
    void changed(DatabaseLease resource, DatabaseLeaseStatus before, DatabaseLeaseStatus now);
}
