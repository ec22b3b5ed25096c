package io.anixops.lease.e2e;

import io.anixops.lease.postgres.TestPostgres;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * The database of a {@link Campaign}: a primary, a synchronous standby that takes its place when it is lost, and one port
 * that leads to whoever is primary.
 */
final class CampaignServers implements AutoCloseable {
    private static final String WAIT_FOR_STANDBY = "ALTER SYSTEM SET synchronous_standby_names = '*'";
    private static final String WAIT_FOR_NOBODY = "ALTER SYSTEM RESET synchronous_standby_names";

    private final TcpProxy door;
    private final OrdinaryRole role;
    private TestPostgres primary = TestPostgres.start();
    private TcpProxy replication = TcpProxy.to(primary.port());
    private TestPostgres standby;

    CampaignServers() {
        door = TcpProxy.to(primary.port());
        var made = primary.newDatabase();
        role = OrdinaryRole.in(new TestPostgres.Database(
                url(door.port(), made.name()), made.user(), made.name(), door.port(), eyes(door.port(), made.name())));
        role.asSuperuser(
                "ALTER ROLE app SET synchronous_commit = on", // else its commits do not wait for the standby
                "ALTER SYSTEM SET wal_retrieve_retry_interval = '200ms'"); // of the standby, after each outage
        standby = standbyOfPrimary();
    }

    /** The role of all that is judged: what was confirmed to it is on both servers. */
    OrdinaryRole role() {
        return role;
    }

    /** As the role sees it, whoever is primary. */
    TestPostgres.Database database() {
        return role.database(door.port());
    }

    Runnable standStill() {
        primary.pause();
        return primary::resume;
    }

    Runnable kill() {
        primary.kill9();
        return primary::startAgain;
    }

    Runnable stop() {
        primary.stop();
        return primary::startAgain;
    }

    /** From now on the standby gets nothing, and nobody waits for it: what is granted will be lost with the primary. */
    void fallBehind() {
        role.asSuperuser(WAIT_FOR_NOBODY, "SELECT pg_reload_conf()");
        replication.swallow();
    }

    /** The primary is lost, and its standby takes its place; in the end there is another standby. */
    Runnable failOver() {
        primary.kill9();
        onlyFor(standby, "SELECT pg_promote()", WAIT_FOR_NOBODY, "SELECT pg_reload_conf()");
        door.leadTo(standby.port());
        var lost = primary;
        primary = standby;
        return () -> {
            lost.close();
            replication.close();
            replication = TcpProxy.to(primary.port());
            standby = standbyOfPrimary();
        };
    }

    /** It takes a copy of the primary, which stops for that. From then on the primary waits for it with each commit. */
    private TestPostgres standbyOfPrimary() {
        var made = primary.standby(replication.port());
        role.asSuperuser(WAIT_FOR_STANDBY, "SELECT pg_reload_conf()");
        String sql = "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'";
        Eventually.until("the standby is waited for", () -> {
            try (var connection = role.superuser().dataSource().getConnection();
                    var rows = connection.createStatement().executeQuery(sql)) {
                rows.next();
                return rows.getInt(1) == 1;
            }
        });
        return made;
    }

    private void onlyFor(TestPostgres server, String... statements) {
        try (var connection = eyes(server.port(), role.superuser().name()).getConnection();
                var statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        } catch (SQLException failed) {
            throw new IllegalStateException(String.join("; ", statements), failed);
        }
    }

    private static String url(int port, String name) {
        return "jdbc:postgresql://127.0.0.1:%d/%s".formatted(port, name);
    }

    private static DataSource eyes(int port, String name) {
        var source = new PGSimpleDataSource();
        source.setUrl(url(port, name));
        source.setUser("postgres");
        return source;
    }

    @Override
    public void close() {
        var former = standby;
        var link = replication;
        try (door;
                link;
                former) {
            primary.close();
        }
    }
}
