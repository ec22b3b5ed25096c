package io.anixops.lease.operator;

import io.anixops.lease.LeaseName;
import io.anixops.lease.LeaseStore;
import io.anixops.lease.LeaseStoreException;
import io.anixops.lease.Term;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * Gives leases up, and remembers the releases that had no answer: such a one may still come through, and end its term
 * while it is being led. So that term must not be led again; a new one of the same pod may. No term of a process goes on
 * for a whole day after its release, so that what was not cleared up by then, since its resource is gone, is forgotten.
 */
final class Releases {
    private static final Duration LONGEST = Duration.ofHours(25); // and the longest ttl has 24

    private final LeaseStore store;
    private final LongSupplier nanos;
    private final Map<LeaseName, Sent> unanswered = new ConcurrentHashMap<>();

    private record Sent(long token, long nanos) {}

    Releases(LeaseStore store, LongSupplier nanos) {
        this.store = store;
        this.nanos = nanos;
    }

    /**
     * Ends the term now, if it still runs.
     *
     * @throws LeaseStoreException when the database did not say
     */
    boolean release(Term term) {
        var now = nanos.getAsLong();
        unanswered.values().removeIf(sent -> now - sent.nanos() > LONGEST.toNanos());
        unanswered.put(term.name(), new Sent(term.token(), now));
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

    int size() {
        return unanswered.size();
    }
}
