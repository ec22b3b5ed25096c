package io.anixops.lease.postgres;

import io.anixops.lease.Attempt;
import io.anixops.lease.Claim;
import io.anixops.lease.HolderId;
import io.anixops.lease.HolderInfo;
import io.anixops.lease.Lease;
import io.anixops.lease.LeaseName;
import io.anixops.lease.Renewal;
import io.anixops.lease.RenewalRequest;
import io.anixops.lease.Term;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import javax.sql.DataSource;

/** A database with a lease table of its own, and a store on it. */
final class LeaseDatabase {
    static final HolderId ALICE = HolderId.of("alice-00000001");
    static final HolderId BOB = HolderId.of("bob-00000002");
    static final Duration TTL = Duration.ofSeconds(60);
    static final LeaseName NAME = LeaseName.of("jobs/nightly");

    final TestPostgres.Database database;
    final PostgresLeaseStore store;

    private LeaseDatabase(TestPostgres.Database database) {
        this.database = database;
        this.store = PostgresLeaseStore.of(database.dataSource(), TableName.DEFAULT);
    }

    static LeaseDatabase create() {
        return create(TestPostgres.shared());
    }

    static LeaseDatabase create(TestPostgres server) {
        var made = new LeaseDatabase(server.newDatabase());
        LeaseSchema.ensure(made.source(), TableName.DEFAULT);
        return made;
    }

    DataSource source() {
        return database.dataSource();
    }

    static Claim claim(LeaseName name, HolderId holder, Duration ttl) {
        return Claim.ofOwn(name, holder, ttl, HolderInfo.UNKNOWN);
    }

    Attempt.Held take(HolderId holder) {
        return take(NAME, holder, TTL);
    }

    Attempt.Held take(LeaseName name, HolderId holder, Duration ttl) {
        return (Attempt.Held) store.tryAcquire(claim(name, holder, ttl));
    }

    /** Running terms of {@link #ALICE}. */
    List<Term> takeMany(int count) {
        run("""
                INSERT INTO public.database_lease (name, holder, expires_at, acquired_at, renewed_at, token, renewer)
                SELECT 'many/lease-' || lpad(i::text, 5, '0'), '%1$s', now() + interval '60 s', now(), now(), i + 1, '%1$s'
                FROM generate_series(0, %2$d) AS i
                """.formatted(ALICE, count - 1));
        return IntStream.range(0, count)
                .mapToObj(i -> new Term(LeaseName.of("many/lease-%05d".formatted(i)), ALICE, i + 1, ALICE))
                .toList();
    }

    Renewal renew(Term term) {
        return store.renew(List.of(new RenewalRequest(term, TTL))).get(term.name());
    }

    Lease row() {
        return row(NAME);
    }

    Lease row(LeaseName name) {
        return store.find(List.of(name)).get(name);
    }

    /** Lets the term be over, as time would: no trigger fires. */
    void expire(LeaseName name) {
        run("""
                SET session_replication_role = replica;
                UPDATE public.database_lease SET acquired_at = acquired_at - interval '1 day',
                  renewed_at = renewed_at - interval '1 day', expires_at = clock_timestamp() - interval '1 second'
                WHERE name = '%s';
                RESET session_replication_role
                """.formatted(name));
    }

    void run(String sql) {
        run(source(), sql);
    }

    static void run(DataSource source, String sql) {
        try (var connection = source.getConnection();
                var statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    String query(String sql) {
        try (var connection = source().getConnection()) {
            return query(connection, sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    static String query(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getString(1);
        }
    }

    /** An open transaction that has done this, until it is closed. */
    Connection transaction(String sql) throws SQLException {
        var connection = source().getConnection();
        connection.setAutoCommit(false);
        try (var statement = connection.createStatement()) {
            statement.execute(sql);
        }
        return connection;
    }
}
