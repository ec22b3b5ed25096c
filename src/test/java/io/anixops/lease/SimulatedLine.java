package io.anixops.lease;

import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** A store that lets the rest of the world move while a call is on its way, and while its answer is. */
public record SimulatedLine(LeaseStore store, Runnable before, Runnable after) implements LeaseStore {
    private <T> T call(Supplier<T> call) {
        before.run();
        try {
            return call.get();
        } finally {
            after.run();
        }
    }

    @Override
    public Attempt tryAcquire(Claim claim) {
        return call(() -> store.tryAcquire(claim));
    }

    @Override
    public Map<LeaseName, Renewal> renew(Collection<RenewalRequest> requests) {
        return call(() -> store.renew(requests));
    }

    @Override
    public boolean release(Term term) {
        return call(() -> store.release(term));
    }

    @Override
    public Attempt handOver(Term from, Claim to) {
        return call(() -> store.handOver(from, to));
    }

    @Override
    public Optional<Lease> shorten(Term term, Lease known, Duration ttl) {
        throw new UnsupportedOperationException("no elector shortens");
    }

    @Override
    public Map<LeaseName, Lease> find(Collection<LeaseName> names) {
        throw new UnsupportedOperationException("no elector looks without asking");
    }

    @Override
    public Subscription watch(Consumer<Optional<LeaseName>> onChange) {
        return store.watch(onChange);
    }
}
