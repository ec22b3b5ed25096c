package io.anixops.lease;

import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** A store that is another one, but for what a test makes different. */
public abstract class ForwardingStore implements LeaseStore {
    protected final LeaseStore store;

    protected ForwardingStore(LeaseStore store) {
        this.store = store;
    }

    @Override
    public Attempt tryAcquire(Claim claim) {
        return store.tryAcquire(claim);
    }

    @Override
    public Map<LeaseName, Renewal> renew(Collection<RenewalRequest> requests) {
        return store.renew(requests);
    }

    @Override
    public Attempt handOver(Term from, Claim to) {
        return store.handOver(from, to);
    }

    @Override
    public boolean release(Term term) {
        return store.release(term);
    }

    @Override
    public Optional<Lease> shorten(Term term, Lease known, Duration ttl) {
        return store.shorten(term, known, ttl);
    }

    @Override
    public Map<LeaseName, Lease> find(Collection<LeaseName> names) {
        return store.find(names);
    }

    @Override
    public Subscription watch(Consumer<Optional<LeaseName>> onChange) {
        return store.watch(onChange);
    }
}
