package io.anixops.lease.operator;

import io.anixops.lease.Attempt;
import io.anixops.lease.Claim;
import io.anixops.lease.Lease;
import io.anixops.lease.LeaseName;
import io.anixops.lease.LeaseStore;
import io.anixops.lease.Renewal;
import io.anixops.lease.RenewalRequest;
import io.anixops.lease.Term;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** A store that breaks its promise: it answers no renewal. */
record ForgetfulStore(LeaseStore store) implements LeaseStore {
    @Override
    public Map<LeaseName, Renewal> renew(Collection<RenewalRequest> requests) {
        return Map.of();
    }

    @Override
    public Attempt tryAcquire(Claim claim) {
        return store.tryAcquire(claim);
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
