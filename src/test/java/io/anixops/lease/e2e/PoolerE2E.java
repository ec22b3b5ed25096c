package io.anixops.lease.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.anixops.lease.postgres.TestPostgres;
import java.sql.SQLException;
import java.time.Instant;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The operator behind a pooler in transaction mode, where nothing that a session is told can be relied on. */
class PoolerE2E {
    private static PgBouncer pooler;
    private static Stage stage;

    @BeforeAll
    static void start() {
        var role = OrdinaryRole.in(TestPostgres.shared().newDatabase());
        pooler = PgBouncer.before(role.superuser().port());
        stage = Stage.on(role.database(pooler.port()));
    }

    @AfterAll
    static void stop() {
        stage.close();
        pooler.close();
    }

    @Test
    void it_makes_its_table_and_leads_and_renews_and_hands_over_and_waits_for_no_row_longer_than_it_may()
            throws SQLException {
        Scene scene = stage.scene("pooler");
        scene.deployment(3).lease(9);
        var operator = stage.operator();
        var leader = scene.awaitLeader();
        var token = scene.row().token();

        lockUntilRefused(operator);
        var since = Instant.now(); // the database's clock is this machine's
        Eventually.until("it is renewed again", () -> scene.row().renewedAt().isAfter(since));
        assertThat(scene.awaitLeader()).isEqualTo(leader);
        assertThat(scene.row().token()).isEqualTo(token);

        scene.timeToMove(pod -> scene.setReady(pod, false));
        assertThat(scene.awaitLeader()).isNotEqualTo(leader);
        assertThat(scene.row().token()).isGreaterThan(token);
        scene.end();
    }

    /** Until the server itself, not the client, has ended a renewal that waited. */
    private static void lockUntilRefused(OperatorProcess operator) throws SQLException {
        try (var stranger = stage.database().dataSource().getConnection()) {
            stranger.setAutoCommit(false);
            stranger.createStatement().execute("SELECT FROM database_lease FOR UPDATE");
            Eventually.until(
                    "a renewal's wait was ended (55P03)",
                    () -> operator.logged().contains("55P03"));
            stranger.rollback();
        }
    }
}
