package io.anixops.lease.bench;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.anixops.lease.postgres.LeaseSchema;
import io.anixops.lease.postgres.PostgresLeaseStore;
import io.anixops.lease.postgres.TableName;
import io.anixops.lease.postgres.TestPostgres;
import java.util.List;

/** One real server as it is installed (durable commits), one database and one pool for all contestants. */
final class Arena implements AutoCloseable {
    private static final int CONNECTIONS = 20;

    private final TestPostgres server;
    private final HikariDataSource pool;

    Arena() {
        server = TestPostgres.start();
        var database = server.newDatabase();
        Sql.execute(database.dataSource(), "ALTER SYSTEM SET synchronous_commit = on");
        Sql.execute(database.dataSource(), "SELECT pg_reload_conf()");
        pool = poolOf(database.jdbcUrl(), database.user());
        LeaseSchema.ensure(pool, TableName.DEFAULT);
    }

    private static HikariDataSource poolOf(String url, String user) {
        var config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setUsername(user);
        config.setMaximumPoolSize(CONNECTIONS);
        config.setMinimumIdle(CONNECTIONS);
        return new HikariDataSource(config);
    }

    HikariDataSource pool() {
        return pool;
    }

    TestPostgres server() {
        return server;
    }

    PostgresLeaseStore store() {
        return PostgresLeaseStore.of(pool, TableName.DEFAULT);
    }

    List<Contestant> contestants() {
        var ours = new Ours(store());
        return List.of(
                ours,
                new UnderRowSecurity(pool),
                new ShedLock(pool),
                new SpringIntegration(pool),
                new DbScheduler(pool),
                new FourTrips(pool),
                new BareUpdate(pool),
                new Slowed(ours));
    }

    String version() {
        return Sql.query(
                pool,
                "SELECT 'PostgreSQL ' || current_setting('server_version') || ', fsync ' || current_setting('fsync')");
    }

    @Override
    public void close() {
        pool.close();
        server.close();
    }
}
