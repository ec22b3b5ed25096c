package io.anixops.lease.postgres;

import io.anixops.lease.Attempt;
import io.anixops.lease.Claim;
import io.anixops.lease.Lease;
import io.anixops.lease.LeaseName;
import io.anixops.lease.LeaseStore;
import io.anixops.lease.LeaseStoreException;
import io.anixops.lease.LeaseStoreException.Kind;
import io.anixops.lease.Renewal;
import io.anixops.lease.RenewalRequest;
import io.anixops.lease.Term;
import io.anixops.lease.postgres.Calls.Repeat;
import io.anixops.lease.postgres.Calls.Work;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
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
    private final TableName table;
    private final Statements statements;
    private final Calls calls;
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
        this.table = table;
        this.statements = new Statements(table);
        this.calls = new Calls(table);
        this.renewals = new Renewals(renewals, calls, statements, table);
        this.listener = new Listener(listener, table.channel(), System::nanoTime);
    }

    /** For a program with few leases: one data source for all. */
    public static PostgresLeaseStore of(DataSource source, TableName table) {
        return new PostgresLeaseStore(source, source, source, table);
    }

    @Override
    public Attempt tryAcquire(Claim claim) {
        return acquireOnce(claim)
                .or(() -> acquireOnce(claim)) // the first met a row that another one changed meanwhile
                .orElseThrow(() -> new LeaseStoreException(
                        Kind.LOCKED, "lease %s changed hands twice during an attempt".formatted(claim.name())));
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
        return call(
                AttemptBounds.forTtl(to.ttl()),
                Repeat.UNLESS_CARRIED_OUT,
                connection -> handOver(connection, from, to));
    }

    @Override
    public boolean release(Term term) {
        return call(AttemptBounds.USUAL, Repeat.UNLESS_CARRIED_OUT, connection -> release(connection, term));
    }

    @Override
    public Optional<Lease> shorten(Term term, Lease known, Duration ttl) {
        return call(
                AttemptBounds.forTtl(ttl),
                Repeat.UNLESS_CARRIED_OUT,
                connection -> shorten(connection, term, known, ttl));
    }

    @Override
    public Map<LeaseName, Lease> find(Collection<LeaseName> names) {
        if (names.isEmpty()) {
            return Map.of();
        }
        return call(AttemptBounds.USUAL, Repeat.ALWAYS, connection -> find(connection, names));
    }

    @Override
    public Subscription watch(Consumer<Optional<LeaseName>> onChange) {
        return listener.watch(onChange);
    }

    private <T> T call(AttemptBounds bounds, Repeat repeat, Work<T> work) {
        return calls.call(pool, bounds, repeat, work);
    }

    private Optional<Attempt> acquireOnce(Claim claim) {
        var bounds = AttemptBounds.forTtl(claim.ttl());
        return call(bounds, Repeat.ALWAYS, connection -> acquire(connection, claim, bounds));
    }

    /** Empty when the answer names nobody who holds it: the row was another's while the statement looked. */
    private Optional<Attempt> acquire(Connection connection, Claim claim, AttemptBounds bounds) throws SQLException {
        try (var statement = connection.prepareStatement(statements.acquire)) {
            Parameters.of(statement).bounds(bounds).claim(claim);
            return Answers.one(statement, table)
                    .filter(answer -> !answer.lease().isFree())
                    .map(answer -> answer.asAttempt(claim));
        }
    }

    private Attempt handOver(Connection connection, Term from, Claim to) throws SQLException {
        try (var statement = connection.prepareStatement(statements.handOver)) {
            Parameters.of(statement)
                    .bounds(AttemptBounds.forTtl(to.ttl()))
                    .claim(to)
                    .text(from.holder().value())
                    .number(from.token())
                    .text(from.renewer().value());
            return Answers.one(statement, table)
                    .map(answer -> answer.asAttempt(to))
                    .orElseGet(() -> new Attempt.Denied(Rows.none(from.name())));
        }
    }

    private boolean release(Connection connection, Term term) throws SQLException {
        try (var statement = connection.prepareStatement(statements.release)) {
            Parameters.of(statement).bounds(AttemptBounds.USUAL).term(term);
            return statement.executeUpdate() > 0;
        }
    }

    private Optional<Lease> shorten(Connection connection, Term term, Lease known, Duration ttl) throws SQLException {
        try (var statement = connection.prepareStatement(statements.shorten)) {
            Parameters.of(statement)
                    .bounds(AttemptBounds.forTtl(ttl))
                    .duration(ttl)
                    .term(term)
                    .instant(known.expiresAt());
            return Answers.rows(statement, table).stream().findFirst();
        }
    }

    private Map<LeaseName, Lease> find(Connection connection, Collection<LeaseName> names) throws SQLException {
        try (var statement = connection.prepareStatement(statements.find)) {
            Parameters.of(statement).texts(names.stream().map(LeaseName::value));
            return Answers.found(statement).stream()
                    .collect(Collectors.toUnmodifiableMap(Lease::name, Function.identity()));
        }
    }
}
