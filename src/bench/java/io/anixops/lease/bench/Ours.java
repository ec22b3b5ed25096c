package io.anixops.lease.bench;

import io.anixops.lease.Attempt;
import io.anixops.lease.Claim;
import io.anixops.lease.HolderId;
import io.anixops.lease.HolderInfo;
import io.anixops.lease.LeaseName;
import io.anixops.lease.Renewal;
import io.anixops.lease.RenewalRequest;
import io.anixops.lease.Term;
import io.anixops.lease.postgres.PostgresLeaseStore;
import io.anixops.lease.postgres.TableName;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/** The store of this project. */
final class Ours implements Contestant {
    static final Duration TTL = Duration.ofHours(1);

    static final String QUIET = "ours without NOTIFY";
    private static final String TEAM = "ours, row security";

    private static final HolderId ALICE = HolderId.of("alice-12345678");
    private static final HolderId BOB = HolderId.of("bob-12345678");

    private final String name;
    private final TableName table;
    private final Predicate<Operation> has;
    private final PostgresLeaseStore store;
    private final Map<Integer, Term> terms = new ConcurrentHashMap<>();

    Ours(PostgresLeaseStore store) {
        this("ours", TableName.DEFAULT, operation -> true, store);
    }

    private Ours(String name, TableName table, Predicate<Operation> has, PostgresLeaseStore store) {
        this.name = name;
        this.table = table;
        this.has = has;
        this.store = store;
    }

    /** Of a store whose sessions tell nobody, as the peers do, where somebody would be told. */
    static Ours withoutNotification(PostgresLeaseStore store) {
        return new Ours(QUIET, TableName.DEFAULT, Operation::notifies, store);
    }

    /** Of a store that reaches the rows of a {@link Team} alone. */
    static Ours ofTeam(PostgresLeaseStore store) {
        return new Ours(TEAM, Team.TABLE, operation -> operation != Operation.CONTENDED, store);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String table() {
        return table.table();
    }

    @Override
    public boolean has(Operation operation) {
        return has.test(operation);
    }

    @Override
    public void take(int lease) {
        terms.put(lease, acquire("renewed/", lease, ALICE));
    }

    Term termOf(int lease) {
        var term = terms.get(lease);
        if (term == null) {
            throw new IllegalStateException("lease %d was not taken".formatted(lease));
        }
        return term;
    }

    @Override
    public void renew(int lease) {
        var term = termOf(lease);
        var answer = store.renew(List.of(new RenewalRequest(term, TTL))).get(term.name());
        Expect.that(answer instanceof Renewal.Renewed, "%s was not renewed: %s", term.name(), answer);
    }

    @Override
    public void cycle(int lease) {
        var term = acquire("cycled/", lease, ALICE);
        Expect.that(store.release(term), "%s was not released", term.name());
    }

    @Override
    public boolean contend(int process, Runnable holding) {
        var holder = HolderId.of("process%d-12345678".formatted(process));
        var attempt = store.tryAcquire(Claim.ofOwn(LeaseName.of("contended"), holder, TTL, HolderInfo.UNKNOWN));
        if (attempt instanceof Attempt.Held held) {
            holding.run();
            Expect.that(store.release(held.term()), "%s was not released", held.term());
            return true;
        }
        return false;
    }

    @Override
    public void occupy(int lease) {
        acquire("occupied/", lease, BOB);
    }

    @Override
    public void refused(int lease) {
        var attempt = store.tryAcquire(claim("occupied/", lease, ALICE));
        Expect.that(attempt instanceof Attempt.Denied, "an attempt was not refused: %s", attempt);
    }

    private Term acquire(String prefix, int lease, HolderId holder) {
        var attempt = store.tryAcquire(claim(prefix, lease, holder));
        if (attempt instanceof Attempt.Held held) {
            return held.term();
        }
        throw new IllegalStateException("not acquired: " + attempt);
    }

    private static Claim claim(String prefix, int lease, HolderId holder) {
        return Claim.ofOwn(LeaseName.of(prefix + lease), holder, TTL, HolderInfo.UNKNOWN);
    }
}
