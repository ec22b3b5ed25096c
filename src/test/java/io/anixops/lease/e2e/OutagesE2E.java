package io.anixops.lease.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.anixops.lease.postgres.TestPostgres;
import java.sql.SQLException;
import java.time.Instant;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The operator killed in the middle of a hand-over, and the database lost for a moment and for longer. */
class OutagesE2E {
    private static TestPostgres server;
    private static Stage stage;

    private Scene scene;

    @BeforeAll
    static void startDatabase() {
        server = TestPostgres.start();
        stage = Stage.on(server);
    }

    @AfterAll
    static void stopDatabase() {
        stage.close();
        server.close();
    }

    @BeforeEach
    void watchFromTheBeginning() {
        scene = stage.scene("outage");
    }

    @AfterEach
    void nothingWasViolated() {
        try {
            scene.end();
        } finally {
            stage.endOperators();
        }
    }

    @ParameterizedTest(name = "{1}")
    @CsvSource({"1, before the mark", "2, after the mark", "3, after the fence"})
    void an_operator_killed_within_a_hand_over_leaves_the_rest_to_the_next_one(int write, String when)
            throws Exception {
        scene.deployment(3).lease(30);
        try (var proxy = stage.proxy()) {
            var killed = stage.operator(proxy);
            var first = scene.awaitLeader();
            var late = proxy.holdNext(scene.podPatch(write));
            var cost = scene.event(Event.OPERATOR_KILLED_IN_A_HAND_OVER);
            scene.setReady(first.name(), false);
            late.awaitHeld();
            killed.kill9();

            stage.operator();
            var next = scene.awaitLeader();
            cost.recovered();
            late.release();

            assertThat(late.awaitAnswer()).as("what the late write got").isEqualTo(409);
            assertThat(scene.awaitLeader()).isEqualTo(next).isNotEqualTo(first);
            assertThat(scene.labelled()).containsExactly(next.name());
        }
    }

    @Test
    void lost_database_connections_cost_neither_leader_nor_term() throws SQLException {
        scene.deployment(3).lease(15);
        stage.operator();
        var leader = scene.awaitLeader();
        var token = scene.row().token();

        var cost = scene.event(Event.CONNECTIONS_LOST);
        var since = stage.killDatabaseSessions();

        Eventually.until("it is renewed again", () -> scene.row().renewedAt().isAfter(since));
        assertThat(scene.awaitLeader()).isEqualTo(leader);
        cost.recovered();
        assertThat(scene.row().token()).isEqualTo(token);
        assertThat(scene.changes()).as("changes of the label").hasSize(1);
    }

    @Test
    void a_database_that_stays_away_ends_leadership_in_time_and_has_it_back_without_a_restart() throws SQLException {
        scene.deployment(3).lease(6);
        var operator = stage.operator();
        var leader = scene.awaitLeader();
        var token = scene.row().token();

        var cost = scene.event(Event.DATABASE_STOPPED);
        server.stop();
        scene.awaitNoLabel(System.nanoTime());
        scene.awaitReason("False", "DatabaseUnreachable");
        assertNobodyIsClaimed();

        server.startAgain();
        cost.healed();
        assertThat(scene.awaitLeader()).isEqualTo(leader);
        cost.recovered();
        assertThat(scene.row().token()).isGreaterThanOrEqualTo(token);
        assertThat(operator.isAlive()).isTrue();
        var labelOff = scene.changes().get(1).at();
        assertThat(labelOff).as("label off before the lease ended").isBefore(lastExpiryOf(token, labelOff));
    }

    private void assertNobodyIsClaimed() {
        var status = scene.status();
        assertThat(status.leader()).isNull();
        assertThat(status.holder()).isNull();
        assertThat(status.expiresAt()).isNull();
        assertThat(scene.condition("Held").orElseThrow().getStatus()).isEqualTo("Unknown");
        assertThat(scene.condition("DatabaseReachable").orElseThrow().getStatus())
                .isEqualTo("False");
    }

    private Instant lastExpiryOf(long token, Instant before) throws SQLException {
        return stage.history().versions().stream()
                .filter(row -> row.token() == token && row.writtenAt().isBefore(before))
                .reduce((first, second) -> second)
                .orElseThrow()
                .expiresAt();
    }
}
