package io.anixops.lease.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.anixops.lease.postgres.TestPostgres;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A resource that is deleted, or gives way to another, when the moment is a bad one. */
class DeletionE2E {
    private static final Duration SOON = Duration.ofSeconds(2);

    private static TestPostgres server;
    private static Stage stage;
    private static TcpProxy network;
    private static OperatorProcess operator;

    private Scene scene;

    @BeforeAll
    static void open() {
        server = TestPostgres.start();
        stage = Stage.on(server);
        network = TcpProxy.to(stage.plane().apiServer().port());
        operator = stage.operator(network);
    }

    @AfterAll
    static void close() {
        stage.close();
        network.close();
        server.close();
    }

    @BeforeEach
    void watchFromTheBeginning() {
        scene = stage.scene("deletion");
    }

    @AfterEach
    void nothingWasViolated() {
        scene.end();
    }

    @Test
    void while_the_database_is_down_the_label_goes_at_once_and_the_row_expires_by_itself() {
        var suspended = stage.scene("suspended");
        suspended.readyPod("a").readyPod("b").lease(10);
        scene.readyPod("a").readyPod("b").lease(10);
        var leader = suspended.awaitLeader();
        scene.awaitLeader();
        server.stop();

        var deletion = scene.event(Event.RESOURCE_DELETED_IN_SILENCE);
        scene.kubectl("delete", "databaselease", "main");
        assertThat(scene.awaitNoLabel(System.nanoTime())).isLessThan(SOON);
        deletion.ended();
        var suspension = suspended.event(Event.SUSPENDED_IN_SILENCE);
        suspended.changeSpec("{\"suspend\": true}");
        assertThat(suspended.awaitNoLabel(System.nanoTime())).isLessThan(SOON);
        suspension.ended();
        Eventually.until("no pod bears a key", () -> scene.marked().isEmpty());

        server.startAgain();
        suspended.awaitReason("False", "Suspended");
        scene.awaitFree();
        suspended.awaitFree();
        assertThat(suspended.labelled()).isEmpty();
        suspended.changeSpec("{\"suspend\": false}");
        assertThat(suspended.awaitLeader()).isEqualTo(leader);
        suspended.end();
    }

    @Test
    void what_was_deleted_while_no_operator_ran_is_cleaned_up_after_at_its_start() {
        scene.readyPod("a").readyPod("b").lease(6);
        scene.move(Event.LEADER_NOT_READY, pod -> scene.setReady(pod, false)); // now both bear a token
        operator.kill9();
        scene.kubectl("delete", "databaselease", "main");
        assertThat(scene.labelled()).isNotEmpty();

        operator = stage.operator(network);
        var cost = scene.event(Event.RESOURCE_DELETED_UNSEEN);
        Eventually.until("no pod bears a key", () -> scene.marked().isEmpty());
        cost.ended();

        assertThat(scene.labelled()).isEmpty();
        scene.awaitFree();
    }

    @Test
    void what_was_deleted_while_the_api_server_was_away_is_cleaned_up_after_when_it_is_back_and_the_rest_goes_on() {
        scene.readyPod("a").readyPod("b").lease(30);
        scene.apply(lease("other", "other"));
        scene.awaitLeader();
        Eventually.until("both are led", () -> scene.watch().latest("other").isPresent());
        var token = scene.rowOf("other").token();
        network.reset();
        scene.kubectl("delete", "databaselease", "main");

        network.pass();
        var cost = scene.event(Event.RESOURCE_DELETED_OUT_OF_SIGHT);
        scene.awaitNoLabel(System.nanoTime());
        cost.ended();

        Eventually.until("no key is left of it", () -> scene.marked().isEmpty());
        Eventually.until(
                "its row was released",
                Duration.ofSeconds(15),
                () -> !scene.row().isHeld());
        scene.watchLease("other");
        scene.awaitLeader();
        assertThat(scene.row().token()).isEqualTo(token);
        assertThat(scene.changes()).hasSize(1);
    }

    @Test
    void a_namespace_is_gone_without_waiting_for_the_operator_and_its_row_is_free() {
        scene.deployment(2).lease(30);
        scene.awaitLeader();

        scene.kubectl("delete", "namespace", scene.namespace(), "--wait=true", "--timeout=60s");

        scene.awaitFree();
        assertThat(operator.isAlive()).isTrue();
    }

    @Test
    void one_that_is_made_again_at_once_for_another_row_takes_nothing_over() {
        scene.readyPod("a").readyPod("b").lease(30);
        scene.awaitLeader();

        var cost = scene.event(Event.RESOURCE_MADE_AGAIN);
        scene.kubectl("delete", "databaselease", "main");
        scene.apply(lease("main", "other"));
        scene.watchRow("other");
        scene.awaitLeader();
        cost.recovered();

        Eventually.until("the old row is free", () -> !scene.rowOf("main").isHeld());
        assertThat(scene.labelled()).hasSize(1);
        assertThat(scene.status().transitions()).isEqualTo(1);
    }

    @Test
    void of_two_for_one_row_the_older_has_it_and_only_its_end_lets_the_other_lead() {
        scene.readyPod("a").readyPod("b").lease(30);
        scene.awaitLeader();
        scene.awaitTheNextSecond();
        scene.apply(lease("younger", "main"));
        Eventually.until("it says so", () -> reasonOf("younger").equals("Conflict"));

        scene.kubectl("delete", "databaselease", "younger");
        scene.apply(lease("youngest", "main"));
        Eventually.until("it says so", () -> reasonOf("youngest").equals("Conflict"));
        scene.assertTheRowWasNeverFree();
        assertThat(scene.changes()).hasSize(1);
        var token = scene.row().token();

        scene.watchLease("youngest");
        scene.watchRow("main");
        var cost = scene.event(Event.RIVAL_DELETED);
        scene.kubectl("delete", "databaselease", "main");
        scene.awaitLeader();
        cost.recovered();

        assertThat(scene.row().token()).isGreaterThan(token);
        scene.watchLease("main");
        Eventually.until("no key is left of it", () -> scene.marked().isEmpty());
    }

    private String lease(String name, String row) {
        return Manifests.databaseLease(scene.namespace(), name, Scene.APP, 30)
                .replace("spec:", "spec:\n  leaseName: " + row);
    }

    private String reasonOf(String name) {
        return scene.kubectl(
                "get", "databaselease", name, "-o", "jsonpath={.status.conditions[?(@.type=='Ready')].reason}");
    }
}
