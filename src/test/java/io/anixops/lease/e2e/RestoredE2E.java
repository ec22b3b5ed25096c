package io.anixops.lease.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Rows that are not as the operator left them, as after a restored backup: the next term's token is above all that pods
 * bear, and the label comes back, by itself.
 */
class RestoredE2E {
    private static Stage stage;

    private Scene scene;

    @BeforeAll
    static void open() throws SQLException {
        stage = Stage.open();
        stage.operator();
        byHand("ALTER TABLE database_lease ENABLE ALWAYS TRIGGER e2e_history"); // so that the times are true
    }

    @AfterAll
    static void close() {
        stage.close();
    }

    @BeforeEach
    void aLeaseThatHasMoved() {
        scene = Scene.ofTamperedRows(stage, "restored");
        scene.readyPod("a").readyPod("b").lease(6);
        scene.awaitLeader();
    }

    @AfterEach
    void nothingWasViolated() {
        scene.end();
    }

    @Test
    void a_row_that_was_deleted_is_begun_above_the_tokens_on_the_pods() throws SQLException {
        moveTwice();
        var borne = scene.highestTokenOnAPod();

        var cost = scene.event(Event.ROW_DELETED);
        byHand("DELETE FROM database_lease WHERE name = '%s'".formatted(row()));

        assertRisesAbove(borne, cost);
    }

    @Test
    void a_token_that_was_set_back_is_left_behind() throws SQLException {
        var first = scene.row().token();
        moveTwice();
        var borne = scene.highestTokenOnAPod();

        var cost = scene.event(Event.TOKEN_SET_BACK);
        byHand("UPDATE database_lease SET token = %d WHERE name = '%s'".formatted(first, row()));

        assertRisesAbove(borne, cost);
    }

    @Test
    void an_older_copy_of_table_and_sequence_is_gone_on_from_above_the_tokens_on_the_pods() throws SQLException {
        byHand("""
                CREATE TABLE older_rows AS SELECT * FROM database_lease;
                CREATE TABLE older_sequence AS SELECT last_value FROM database_lease_token
                """);
        moveTwice();
        var borne = scene.highestTokenOnAPod();

        var cost = scene.event(Event.TABLE_RESTORED);
        byHand("""
                BEGIN;
                DELETE FROM database_lease;
                INSERT INTO database_lease SELECT * FROM older_rows;
                SELECT setval('database_lease_token', last_value) FROM older_sequence;
                COMMIT
                """);

        assertRisesAbove(borne, cost);
    }

    @Test
    void a_resource_that_is_made_again_does_not_start_over() {
        var token = scene.row().token();
        scene.kubectl("delete", "databaselease", "main");
        scene.lease(6);

        scene.awaitLeader();
        assertThat(scene.row().token()).isGreaterThan(token);
    }

    private void moveTwice() {
        for (var i = 0; i < 2; i++) {
            var former = scene.awaitLeader();
            scene.move(Event.LEADER_NOT_READY, leader -> scene.setReady(leader, false));
            scene.setReady(former.name(), true);
        }
    }

    private void assertRisesAbove(long borne, Cost cost) {
        Eventually.until(
                "a pod leads with a token above " + borne, () -> scene.row().token() > borne);
        Eventually.until( // label and status of the former term are seen for a moment after the row has changed
                "the pods say so too",
                () -> scene.highestTokenOnAPod() == scene.row().token()
                        && scene.labelled().size() == 1);
        scene.awaitLeader();
        cost.recovered();
        assertThat(scene.row().token()).isGreaterThan(borne);
    }

    /** As pg_restore does it: our triggers do not fire. */
    private static void byHand(String sql) throws SQLException {
        try (var connection = stage.database().dataSource().getConnection();
                var statement = connection.createStatement()) {
            statement.execute("SET session_replication_role = replica");
            statement.execute(sql);
        }
    }

    private String row() {
        return scene.namespace() + "/main";
    }
}
