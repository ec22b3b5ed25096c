package io.anixops.lease.e2e;

import io.anixops.lease.postgres.TestPostgres;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/** A primary and a standby that streams from it, over a connection that can be cut; and a database on the two. */
final class TwoServers implements AutoCloseable {
    private final TestPostgres primary = TestPostgres.start();
    private final TcpProxy replication = TcpProxy.to(primary.port());
    private final TestPostgres standby = primary.standby(replication.port());
    private final TestPostgres.Database database;

    private TwoServers() {
        var made = primary.newDatabase();
        var url = "jdbc:postgresql://127.0.0.1:%d,127.0.0.1:%d/%s?user=postgres"
                .formatted(primary.port(), standby.port(), made.name());
        database = new TestPostgres.Database(url, made.user(), made.name(), primary.port(), eyes(made.name()));
    }

    static TwoServers start() {
        return new TwoServers();
    }

    /** Its URL names both hosts, and the former primary first; the checker looks at the standby once it is promoted. */
    TestPostgres.Database database() {
        return database;
    }

    /** The standby gets nothing any more, and still believes that it does. */
    void cutReplication() {
        replication.swallow();
    }

    void awaitReplayed() {
        String sql = "SELECT count(*) FROM pg_stat_replication WHERE replay_lsn >= pg_current_wal_lsn()";
        Eventually.until(
                "the standby has replayed all", () -> ask(eyesOn(primary), sql).equals("1"));
    }

    /** The primary is gone, all at once, and the standby takes its place. */
    void failOver() {
        primary.kill9();
        ask(eyesOn(standby), "SELECT pg_promote()");
    }

    /** As whoever started it again did not know: it takes writes, as the other one does. */
    void bringFormerPrimaryBack() {
        primary.startAgain();
    }

    /** Ends the operator's connections to the promoted server: new ones find the former one first. */
    void endConnectionsToPromoted() {
        ask(eyesOn(standby), """
                SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
                WHERE application_name = 'database-lease-operator'
                """);
    }

    void stopFormerPrimary() {
        primary.stop();
    }

    @Override
    public void close() {
        try (primary;
                standby;
                replication) {
            replication.cut();
        }
    }

    private DataSource eyes(String name) {
        var source = new PGSimpleDataSource();
        source.setUrl("jdbc:postgresql://127.0.0.1:%d,127.0.0.1:%d/%s?targetServerType=primary&hostRecheckSeconds=0"
                .formatted(standby.port(), primary.port(), name));
        source.setUser("postgres");
        return source;
    }

    private DataSource eyesOn(TestPostgres server) {
        var source = new PGSimpleDataSource();
        source.setUrl("jdbc:postgresql://127.0.0.1:%d/%s".formatted(server.port(), database.name()));
        source.setUser("postgres");
        return source;
    }

    private static String ask(DataSource server, String sql) {
        try (var connection = server.getConnection();
                var rows = connection.createStatement().executeQuery(sql)) {
            rows.next();
            return rows.getString(1);
        } catch (SQLException failed) {
            throw new IllegalStateException(sql, failed);
        }
    }
}
