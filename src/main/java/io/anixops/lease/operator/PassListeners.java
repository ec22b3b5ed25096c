package io.anixops.lease.operator;

import io.anixops.lease.Term;
import io.anixops.lease.operator.api.DatabaseLease;
import io.anixops.lease.operator.api.DatabaseLeaseStatus;
import java.util.List;

/** Several who hear of passes, one after the other. */
record PassListeners(List<PassListener> listeners) implements PassListener {
    @Override
    public void passed(DatabaseLease resource) {
        listeners.forEach(listener -> listener.passed(resource));
    }

    @Override
    public void regressed(DatabaseLease resource, Term term, long seenToken) {
        listeners.forEach(listener -> listener.regressed(resource, term, seenToken));
    }

    @Override
    public void changed(DatabaseLease resource, DatabaseLeaseStatus before, DatabaseLeaseStatus now) {
        listeners.forEach(listener -> listener.changed(resource, before, now));
    }
}
