package io.anixops.lease.postgres;

import io.anixops.lease.Attempt;
import io.anixops.lease.Claim;
import io.anixops.lease.Lease;
import io.anixops.lease.LeaseName;
import io.anixops.lease.LeaseStore;
import io.anixops.lease.Renewal;
import io.anixops.lease.RenewalRequest;
import io.anixops.lease.Term;
import io.anixops.lease.postgres.Answers.Answer;
import io.anixops.lease.postgres.Calls.Repeat;
import io.anixops.lease.postgres.Calls.Work;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import javax.sql.DataSource;

/**
 * Leases in a table of PostgreSQL, which {@link LeaseSchema} made.
 *
 * <p>The data sources must give connections with autocommit on; a pooler in transaction mode may lie between. They bound
 * the time to get a connection ({@code connectTimeout}, the pool's own time-out); everything after that is bounded here,
 * by the shortest ttl concerned.
 */
public final class PostgresLeaseStore implements LeaseStore {
    private final DataSource pool;
    private final Calls calls;
    private final RowStatements rows;
    private final Renewals renewals;
    private final Listener listener;

    /**
     * @param pool for everything but renewals
     * @param renewals for renewals, so that they never wait for a connection behind anything else
     * @param listener gives the one connection that {@link #watch} keeps: not from a pool, nor through a pooler in
     *     transaction mode, where nothing would be heard
     */
    public PostgresLeaseStore(DataSource pool, DataSource renewals, DataSource listener, TableName table) {
        this.pool = pool;
        var statements = new Statements(table);
        this.calls = new Calls(table);
        this.rows = new RowStatements(statements, table);
        this.renewals = new Renewals(renewals, calls, statements, table);
        this.listener = new Listener(listener, table.channel(), System::nanoTime);
    }

    /** For a program with few leases: one data source for all; a pool needs two connections more for it. */
    public static PostgresLeaseStore of(DataSource source, TableName table) {
        return new PostgresLeaseStore(source, source, source, table);
    }

    @Override
    public Attempt tryAcquire(Claim claim) {
        return acquireOnce(claim)
                .filter(answer -> answer.isFinal(claim))
                .or(() -> acquireOnce(claim))
                .map(answer -> answer.asAttempt(claim))
                .orElseGet(() -> new Attempt.Denied(Rows.none(claim.name())));
    }

    @Override
    public Map<LeaseName, Renewal> renew(Collection<RenewalRequest> requests) {
        return renewals.renew(requests);
    }

    @Override
    public Attempt handOver(Term from, Claim to) {
        if (!from.name().equals(to.name())) {
            throw new IllegalArgumentException(
                    "lease %s cannot be handed over to a holder of lease %s".formatted(from.name(), to.name()));
        }
        var bounds = AttemptBounds.forTtl(to.ttl());
        return change(bounds, connection -> rows.handOver(connection, from, to, bounds));
    }

    @Override
    public boolean release(Term term) {
        return change(AttemptBounds.USUAL, connection -> rows.release(connection, term, AttemptBounds.USUAL));
    }

    @Override
    public Optional<Lease> shorten(Term term, Lease known, Duration ttl) {
        var bounds = AttemptBounds.forTtl(ttl);
        return change(bounds, connection -> rows.shorten(connection, term, known, ttl, bounds));
    }

    @Override
    public Map<LeaseName, Lease> find(Collection<LeaseName> names) {
        return find(names, AttemptBounds.USUAL);
    }

    @Override
    public Map<LeaseName, Lease> find(Collection<LeaseName> names, Duration ttl) {
        return find(names, AttemptBounds.forTtl(ttl));
    }

    private Map<LeaseName, Lease> find(Collection<LeaseName> names, AttemptBounds bounds) {
        return names.isEmpty()
                ? Map.of()
                : calls.call(pool, bounds, Repeat.ALWAYS, connection -> rows.find(connection, names));
    }

    @Override
    public Subscription watch(Consumer<Optional<LeaseName>> onChange) {
        return listener.watch(onChange);
    }

    private Optional<Answer> acquireOnce(Claim claim) {
        var bounds = AttemptBounds.forTtl(claim.ttl());
        return calls.call(pool, bounds, Repeat.ALWAYS, connection -> rows.acquire(connection, claim, bounds));
    }

    private <T> T change(AttemptBounds bounds, Work<T> work) {
        return calls.call(pool, bounds, Repeat.UNLESS_CARRIED_OUT, work);
    }
}
