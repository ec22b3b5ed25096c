package io.anixops.lease.operator;

import io.anixops.lease.LeaseName;
import io.anixops.lease.LeaseStore;
import io.anixops.lease.LeaseStoreException;
import io.anixops.lease.Term;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Gives leases up, and remembers the releases that had no answer: such a one may still come through, and end its term
 * while it is being led. So that term must not be led again; a new one of the same pod may.
 */
final class Releases {
    private final LeaseStore store;
    private final Map<LeaseName, Term> unanswered = new ConcurrentHashMap<>();

    Releases(LeaseStore store) {
        this.store = store;
    }

    /**
     * Ends the term now, if it still runs.
     *
     * @throws LeaseStoreException when the database did not say
     */
    boolean release(Term term) {
        unanswered.put(term.name(), term);
        var ended = store.release(term);
        unanswered.remove(term.name());
        return ended;
    }

    /** Whether a release of this very term is on its way. */
    boolean mayStillEnd(Term term) {
        var released = unanswered.get(term.name());
        return released != null && released.token() == term.token();
    }

    /** A new term has begun: what was sent before matches it no more. */
    void forget(Term begun) {
        unanswered.computeIfPresent(
                begun.name(), (name, released) -> released.token() == begun.token() ? released : null);
    }
}
