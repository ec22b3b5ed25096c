package io.anixops.lease.demo;

import io.anixops.lease.Lease;
import io.anixops.lease.LeaseName;
import io.anixops.lease.operator.MockApi;
import io.anixops.lease.postgres.GoStandIn;
import io.anixops.lease.postgres.LeaseSchema;
import io.anixops.lease.postgres.PostgresLeaseStore;
import io.anixops.lease.postgres.TableName;
import io.anixops.lease.postgres.TestPostgres;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.postgresql.ds.PGSimpleDataSource;

/** PostgreSQL and two clusters on it, east and west. */
final class World implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final TestPostgres postgres = TestPostgres.start();
    /** With the time-outs that the operator's own settings have. */
    private final String url = postgres.newDatabase().jdbcUrl() + "&connectTimeout=2&loginTimeout=5&socketTimeout=10";

    private final DataSource database = source(url);
    private final PostgresLeaseStore observer = PostgresLeaseStore.of(database, TableName.DEFAULT);
    private final Cluster east;
    private final Cluster west;

    private volatile boolean silent;

    World() {
        Runtime.getRuntime().addShutdownHook(new Thread(this::endSilence)); // else nothing can end the server any more
        LeaseSchema.ensure(database, TableName.DEFAULT);
        execute("CREATE TABLE invoice_run (token bigint NOT NULL)");
        east = new Cluster("east", database);
        west = new Cluster("west", database);
    }

    Cluster east() {
        return east;
    }

    Cluster west() {
        return west;
    }

    String tablesOfBoth() {
        return east.namedTable() + "\n" + west.namedTable();
    }

    /** The lease's row. */
    Lease row(String lease) {
        return row(LeaseName.inNamespace(MockApi.NAMESPACE, lease));
    }

    Lease row(LeaseName name) {
        return observer.find(List.of(name)).get(name);
    }

    /** A program in another language, which takes the row by four statements and its own clock. */
    boolean foreignerTakes(String lease, Duration itsClockIsAheadBy) throws SQLException {
        return new GoStandIn(database, TableName.DEFAULT, itsClockIsAheadBy)
                .tryAcquire(MockApi.NAMESPACE + "/" + lease, "foreign-1f2e3d4c", Duration.ofSeconds(30));
    }

    /** A process with the library and this database, of its own, so that it can really be paused. */
    Worker worker() {
        return Worker.start(url);
    }

    void cutConnections() {
        execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                + " WHERE datname = current_database() AND pid <> pg_backend_pid()");
    }

    /** Its processes stand still: connections stay open, and nothing is answered. */
    void silenceDatabase() {
        silent = true;
        postgres.pause();
    }

    void endSilence() {
        if (silent) {
            postgres.resume();
            silent = false;
        }
    }

    /** The tokens with which something was written. */
    List<Long> invoiceRuns() {
        try (var connection = database.getConnection();
                var statement = connection.createStatement();
                var rows = statement.executeQuery("SELECT array_agg(token) FROM invoice_run")) {
            rows.next();
            return List.of((Long[]) rows.getArray(1).getArray());
        } catch (SQLException failed) {
            throw new IllegalStateException("what was written cannot be read", failed);
        }
    }

    /** That a leader stays cannot be awaited, only watched for a while. */
    void staysFor(Duration time, Cluster cluster, String lease, String leader) {
        Awaitility.await(leader + " stays the leader")
                .during(time)
                .atMost(time.plus(PATIENCE))
                .until(() -> cluster.leader(lease).equals(leader));
    }

    void awaitRenewal(String lease) {
        var before = row(lease).renewedAt();
        within("the lease is renewed", () -> row(lease).renewedAt().isAfter(before));
    }

    void awaitFreeRow(String lease) {
        within("the row is free", () -> row(lease).isFree());
    }

    static void within(String what, BooleanSupplier holds) {
        Awaitility.await(what)
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(5))
                .ignoreExceptions()
                .until(holds::getAsBoolean);
    }

    static void require(String what, boolean holds) {
        if (!holds) {
            throw new IllegalStateException("it is not so that " + what);
        }
    }

    @Override
    public void close() {
        endSilence(); // in which nothing closes in time
        east.close();
        west.close();
        postgres.close();
    }

    private void execute(String sql) {
        try (var connection = database.getConnection();
                var statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException failed) {
            throw new IllegalStateException(sql, failed);
        }
    }

    static DataSource source(String url) {
        var source = new PGSimpleDataSource();
        source.setUrl(url);
        return source;
    }
}
