package io.anixops.lease.operator;

import io.anixops.lease.Term;
import io.anixops.lease.operator.api.DatabaseLease;
import io.anixops.lease.operator.api.DatabaseLeaseStatus;
import java.util.List;
import java.util.function.Consumer;

/** Several who hear of passes, one after the other; none of them can fail the pass. */
record PassListeners(Bystanders bystanders, List<PassListener> listeners) implements PassListener {
    @Override
    public void passed(DatabaseLease resource) {
        tell(listener -> listener.passed(resource));
    }

    @Override
    public void regressed(DatabaseLease resource, Term term, long seenToken) {
        tell(listener -> listener.regressed(resource, term, seenToken));
    }

    @Override
    public void changed(DatabaseLease resource, DatabaseLeaseStatus before, DatabaseLeaseStatus now) {
        tell(listener -> listener.changed(resource, before, now));
    }

    private void tell(Consumer<PassListener> news) {
        listeners.forEach(listener -> bystanders.tell(() -> news.accept(listener)));
    }
}
