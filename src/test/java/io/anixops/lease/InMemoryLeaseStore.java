package io.anixops.lease;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A lease store without a database, for tests: it keeps every promise of {@link LeaseStoreContract}, its clock moves
 * only by {@link #advance} (and a microsecond with each call), and it fails when it is told to.
 *
 * <p>Watchers are told on the thread that made the change.
 */
public final class InMemoryLeaseStore implements LeaseStore {
    private final InMemoryTable table;
    private final Line line = new Line();
    private final List<Consumer<Optional<LeaseName>>> watchers = new CopyOnWriteArrayList<>();
    private final AtomicInteger calls = new AtomicInteger();

    public InMemoryLeaseStore() {
        this(new InMemoryTable());
    }

    private InMemoryLeaseStore(InMemoryTable table) {
        this.table = table;
    }

    /** Another process's way to the same rows and the same clock, with failures of its own. */
    public InMemoryLeaseStore anotherLine() {
        return new InMemoryLeaseStore(table);
    }

    /** Moves the database's clock. */
    public void advance(Duration duration) {
        table.advance(duration);
    }

    /** Every call fails, and nothing is carried out. */
    public void goDown() {
        line.set(false, false);
    }

    /** Every call waits until {@link #comeBack} or {@link #goDown}. */
    public void hang() {
        line.set(true, true);
    }

    /** All is well again; watchers are told that anything may have changed. */
    public void comeBack() {
        line.set(true, false);
        watchers.forEach(watcher -> watcher.accept(Optional.empty()));
    }

    /** The next call is carried out, and fails. */
    public void loseNextAnswer() {
        line.loseNextAnswer();
    }

    /** The next call fails, and is carried out at {@link #executeLateOnes}. */
    public void delayNext() {
        line.delayNext();
    }

    public void executeLateOnes() {
        line.executeLateOnes();
    }

    /** The next call throws this. */
    public void throwNext(Error error) {
        line.throwNext(error);
    }

    /** Runs this after the next call was sent and before it is carried out: a slow network, or a pause. */
    public void beforeNext(Runnable first) {
        line.beforeNext(first);
    }

    public void deleteRow(LeaseName name) {
        table.delete(name);
    }

    /** What a store must never do: it ends the term that it finds, whoever has it. */
    boolean releaseWhatever(LeaseName name) {
        return line.carry(() -> table.find(name)
                .filter(lease -> !lease.isFree())
                .map(InMemoryLeaseStore::termOf)
                .filter(table::release)
                .isPresent());
    }

    private static Term termOf(Lease lease) {
        return new Term(lease.name(), HolderId.of(lease.holder()), lease.token(), HolderId.of(lease.renewer()));
    }

    /** Puts an older state of a row back, as a backup does, and lets its term run for a while still. */
    public void restore(Lease older, Duration remaining) {
        table.restore(older, remaining);
    }

    /** How many calls were made, those that failed too; {@link #watch} does not count. */
    public int calls() {
        return calls.get();
    }

    @Override
    public Attempt tryAcquire(Claim claim) {
        calls.incrementAndGet();
        return line.carry(() -> table.tryAcquire(claim));
    }

    @Override
    public Map<LeaseName, Renewal> renew(Collection<RenewalRequest> requests) {
        calls.incrementAndGet();
        try {
            return line.carry(() -> answers(requests, table::renew));
        } catch (LeaseStoreException e) {
            return answers(requests, request -> new Renewal.Failed(e));
        }
    }

    @Override
    public Attempt handOver(Term from, Claim to) {
        calls.incrementAndGet();
        return line.carry(() -> table.handOver(from, to));
    }

    @Override
    public boolean release(Term term) {
        calls.incrementAndGet();
        return line.carry(() -> table.release(term));
    }

    @Override
    public Optional<Lease> shorten(Term term, Lease known, Duration ttl) {
        calls.incrementAndGet();
        return line.carry(() -> table.shorten(term, known, ttl));
    }

    @Override
    public Map<LeaseName, Lease> find(Collection<LeaseName> names) {
        calls.incrementAndGet();
        return line.carry(() -> {
            Map<LeaseName, Lease> found = new HashMap<>();
            names.forEach(name -> table.find(name).ifPresent(lease -> found.put(name, lease)));
            return Map.copyOf(found);
        });
    }

    @Override
    public Subscription watch(Consumer<Optional<LeaseName>> onChange) {
        Consumer<Optional<LeaseName>> whileUp = change -> {
            if (line.isUp()) {
                onChange.accept(change);
            }
        };
        watchers.add(whileUp);
        var subscription = table.watch(whileUp);
        return () -> {
            watchers.remove(whileUp);
            subscription.close();
        };
    }

    private static Map<LeaseName, Renewal> answers(
            Collection<RenewalRequest> requests, Function<RenewalRequest, Renewal> answer) {
        Map<LeaseName, Renewal> answers = new HashMap<>();
        requests.forEach(request -> answers.put(request.term().name(), answer.apply(request)));
        return Map.copyOf(answers);
    }
}
