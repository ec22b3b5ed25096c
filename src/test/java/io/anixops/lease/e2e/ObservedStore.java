package io.anixops.lease.e2e;

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
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Tells when answers arrive and a release leaves; and can fall silent, as a process does that is gone. */
final class ObservedStore implements LeaseStore {
    private final LeaseStore store;
    private final NextMoment granted = new NextMoment();
    private final NextMoment refused = new NextMoment();
    private final NextMoment renewed = new NextMoment();
    private volatile long releasedAt;
    private volatile boolean gone;

    ObservedStore(LeaseStore store) {
        this.store = store;
    }

    /** When the next grant from now on has arrived, in nanoseconds. */
    Future<Long> nextGrant() {
        return granted.expect();
    }

    Future<Long> nextRefusal() {
        return refused.expect();
    }

    Future<Long> nextRenewal() {
        return renewed.expect();
    }

    long releasedAt() {
        return releasedAt;
    }

    /** Nothing reaches the database from here any more, and nothing is heard of it. */
    void vanish() {
        gone = true;
    }

    @Override
    public Attempt tryAcquire(Claim claim) {
        var attempt = unlessGone(() -> store.tryAcquire(claim));
        (attempt instanceof Attempt.Held ? granted : refused).isNow();
        return attempt;
    }

    @Override
    public Map<LeaseName, Renewal> renew(Collection<RenewalRequest> requests) {
        var answers = unlessGone(() -> store.renew(requests));
        if (answers.values().stream().allMatch(Renewal.Renewed.class::isInstance)) {
            renewed.isNow();
        }
        return answers;
    }

    @Override
    public Attempt handOver(Term from, Claim to) {
        return unlessGone(() -> store.handOver(from, to));
    }

    @Override
    public boolean release(Term term) {
        releasedAt = System.nanoTime();
        return unlessGone(() -> store.release(term));
    }

    @Override
    public Optional<Lease> shorten(Term term, Lease known, Duration ttl) {
        return unlessGone(() -> store.shorten(term, known, ttl));
    }

    @Override
    public Map<LeaseName, Lease> find(Collection<LeaseName> names) {
        return unlessGone(() -> store.find(names));
    }

    @Override
    public Subscription watch(Consumer<Optional<LeaseName>> onChange) {
        return store.watch(change -> {
            if (!gone) {
                onChange.accept(change);
            }
        });
    }

    private <T> T unlessGone(Supplier<T> call) {
        if (gone) {
            throw new LeaseStoreException(LeaseStoreException.Kind.UNREACHABLE, "this process is gone");
        }
        return call.get();
    }
}
