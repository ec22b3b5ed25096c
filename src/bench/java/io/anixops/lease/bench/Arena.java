package io.anixops.lease.bench;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.anixops.lease.e2e.TcpProxy;
import io.anixops.lease.postgres.LeaseSchema;
import io.anixops.lease.postgres.PostgresLeaseStore;
import io.anixops.lease.postgres.TableName;
import io.anixops.lease.postgres.TestPostgres;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A database of its own on one real server, and one pool for all contestants. */
final class Arena implements AutoCloseable {
    private static final int CONNECTIONS = 20;

    private final TestPostgres.Database database;
    private final @Nullable TcpProxy network;
    private final HikariDataSource pool;
    private final HikariDataSource quiet;
    private final HikariDataSource team;

    private Arena(TestPostgres server, @Nullable TcpProxy network) {
        this.database = server.newDatabase();
        this.network = network;
        var port = network == null ? server.port() : network.port();
        var place = "jdbc:postgresql://127.0.0.1:%d/%s?user=".formatted(port, database.name());
        var url = place + database.user();
        this.pool = poolOf(url);
        this.quiet = poolOf(url + "&options=-c%20database_lease.notify=off");
        LeaseSchema.ensure(pool, TableName.DEFAULT);
        Team.make(pool);
        this.team = poolOf(place + Team.ROLE);
        Team.expectToSeeNoOther(team);
    }

    static Arena on(TestPostgres server) {
        return new Arena(server, null);
    }

    /** The same over a network in which a question and its answer take so long together. */
    static Arena on(TestPostgres server, Duration roundTrip) {
        var network = TcpProxy.to(server.port());
        network.delay(roundTrip.dividedBy(2));
        return new Arena(server, network);
    }

    private static HikariDataSource poolOf(String url) {
        var config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setMaximumPoolSize(CONNECTIONS);
        config.setMinimumIdle(CONNECTIONS);
        return new HikariDataSource(config);
    }

    TestPostgres.Database database() {
        return database;
    }

    HikariDataSource pool() {
        return pool;
    }

    PostgresLeaseStore store() {
        return PostgresLeaseStore.of(pool, TableName.DEFAULT);
    }

    /** What the server spends, asked for by a way of its own. */
    Meter meter() {
        return new Meter(database.dataSource());
    }

    List<Contestant> contestants() {
        var ours = new Ours(store());
        return List.of(
                ours,
                Ours.withoutNotification(PostgresLeaseStore.of(quiet, TableName.DEFAULT)),
                Ours.ofTeam(PostgresLeaseStore.of(team, Team.TABLE)),
                new ShedLock(pool),
                new SpringIntegration(pool),
                new DbScheduler(pool),
                new FourTrips(pool),
                new BareUpdate(pool),
                new Slowed(ours));
    }

    /** Ends what sessions there are, and with them their last word to the server's statistics. */
    void renewSessions() {
        var sessions =
                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND backend_start < '%s'"
                        .formatted(Sql.query(database.dataSource(), "SELECT clock_timestamp()"));
        do { // again, since a pool may have been about to open one
            pools().forEach(each -> each.getHikariPoolMXBean().softEvictConnections());
            LockSupport.parkNanos(20_000_000);
        } while (!Sql.query(database.dataSource(), sessions).equals("0"));
    }

    private List<HikariDataSource> pools() {
        return List.of(pool, quiet, team);
    }

    String version() {
        return Sql.query(
                pool,
                "SELECT 'PostgreSQL ' || current_setting('server_version') || ', fsync ' || current_setting('fsync')"
                        + " || ', synchronous_commit ' || current_setting('synchronous_commit')");
    }

    @Override
    public void close() {
        pools().forEach(HikariDataSource::close);
        if (network != null) {
            network.close();
        }
    }
}
