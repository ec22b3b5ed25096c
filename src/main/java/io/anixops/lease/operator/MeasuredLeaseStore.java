package io.anixops.lease.operator;

import io.anixops.lease.Attempt;
import io.anixops.lease.Claim;
import io.anixops.lease.Lease;
import io.anixops.lease.LeaseName;
import io.anixops.lease.LeaseStore;
import io.anixops.lease.LeaseStoreException;
import io.anixops.lease.Renewal;
import io.anixops.lease.RenewalRequest;
import io.anixops.lease.Term;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** A store as it is, with every call measured. */
final class MeasuredLeaseStore implements LeaseStore {
    private final LeaseStore store;
    private final StoreMeters meters;
    private final LongSupplier nanos;

    MeasuredLeaseStore(LeaseStore store, Meters meters, LongSupplier nanos) {
        this.store = store;
        this.meters = new StoreMeters(meters);
        this.nanos = nanos;
    }

    @Override
    public Attempt tryAcquire(Claim claim) {
        return measured(StoreCall.ACQUIRE, () -> store.tryAcquire(claim));
    }

    @Override
    public Map<LeaseName, Renewal> renew(Collection<RenewalRequest> requests) {
        meters.batch(requests.size());
        var answers = measured(StoreCall.RENEW, () -> store.renew(requests));
        answers.values().forEach(meters::renewal);
        return answers;
    }

    @Override
    public Attempt handOver(Term from, Claim to) {
        return measured(StoreCall.HAND_OVER, () -> store.handOver(from, to));
    }

    @Override
    public boolean release(Term term) {
        return measured(StoreCall.RELEASE, () -> store.release(term));
    }

    @Override
    public Optional<Lease> shorten(Term term, Lease known, Duration ttl) {
        return measured(StoreCall.SHORTEN, () -> store.shorten(term, known, ttl));
    }

    @Override
    public Map<LeaseName, Lease> find(Collection<LeaseName> names) {
        return measured(StoreCall.FIND, () -> store.find(names));
    }

    @Override
    public Map<LeaseName, Lease> find(Collection<LeaseName> names, Duration ttl) {
        return measured(StoreCall.FIND, () -> store.find(names, ttl));
    }

    @Override
    public Subscription watch(Consumer<Optional<LeaseName>> onChange) {
        return store.watch(onChange);
    }

    private <T> T measured(StoreCall call, Supplier<T> asked) {
        var from = nanos.getAsLong();
        try {
            return asked.get();
        } catch (LeaseStoreException e) {
            meters.failed(call, e.kind());
            throw e;
        } finally {
            meters.took(call, nanos.getAsLong() - from);
        }
    }
}
