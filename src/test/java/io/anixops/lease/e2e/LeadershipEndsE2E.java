package io.anixops.lease.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What ends leadership or changes its terms: no candidate left, and every change of the resource. */
class LeadershipEndsE2E {
    /** Far below a third of the ttl of which it is asked. */
    private static final Duration SOON = Duration.ofSeconds(30);

    private static Stage stage;

    private Scene scene;

    @BeforeAll
    static void open() {
        stage = Stage.open();
        stage.operator();
    }

    @AfterAll
    static void close() {
        stage.close();
    }

    @BeforeEach
    void watchFromTheBeginning() {
        scene = stage.scene("end");
    }

    @AfterEach
    void nothingWasViolated() {
        scene.end();
    }

    @Test
    void without_any_candidate_the_lease_is_free_and_the_first_to_come_back_has_it() {
        scene.deployment(2).lease(30);
        scene.awaitLeader();
        var token = scene.row().token();

        scene.kubectl("scale", "deployment", Scene.APP, "--replicas=0");
        scene.awaitReason("False", "NoCandidate");
        scene.awaitFree();
        assertThat(scene.labelled()).isEmpty();
        assertThat(scene.status().holder()).isNull();

        scene.kubectl("scale", "deployment", Scene.APP, "--replicas=2");
        scene.awaitLeader();
        assertThat(scene.row().token()).isGreaterThan(token);
    }

    @Test
    void a_leader_that_is_not_ready_keeps_it_for_one_ttl_where_nobody_else_can_have_it() {
        scene.readyPod("only").lease(5);
        scene.awaitLeader();

        var cost = scene.event(Event.ONLY_CANDIDATE_NOT_READY);
        scene.setReady("only", false);
        var took = scene.awaitNoLabel(System.nanoTime());
        cost.ended();

        assertThat(took).isBetween(Duration.ofMillis(4_500), Duration.ofSeconds(15));
        scene.awaitFree();
        scene.awaitReason("False", "NoCandidate");

        scene.setReady("only", true);
        scene.awaitLeader();
    }

    @Test
    void a_leader_that_is_ready_again_within_its_ttl_has_kept_everything() {
        scene.readyPod("only").lease(30);
        var leader = scene.awaitLeader();
        var token = scene.row().token();

        scene.setReady("only", false);
        scene.setReady("only", true);
        scene.changeSpec("{\"ttlSeconds\": 40}"); // seen after both, so there is something to wait for
        Eventually.until("the operator has seen it all", () -> scene.status().observedGeneration() == 2);

        assertThat(scene.awaitLeader()).isEqualTo(leader);
        assertThat(scene.row().token()).isEqualTo(token);
        assertThat(scene.changes()).hasSize(1);
    }

    @Test
    void a_deleted_resource_leaves_no_key_on_a_pod_and_a_free_row() {
        scene.deployment(2).lease(30);
        scene.move(Event.LEADER_NOT_READY, leader -> scene.setReady(leader, false));

        var cost = scene.event(Event.RESOURCE_DELETED);
        scene.kubectl("delete", "databaselease", "main");
        var took = scene.awaitNoLabel(System.nanoTime());
        cost.ended();

        assertThat(took).isLessThan(Duration.ofSeconds(2));
        scene.awaitFree();
        Eventually.until("no pod bears a key", () -> scene.marked().isEmpty());
    }

    @Test
    void a_suspended_lease_is_led_by_nobody_until_it_goes_on() {
        scene.deployment(2).lease(30);
        var leader = scene.awaitLeader();

        var cost = scene.event(Event.SUSPENDED);
        scene.changeSpec("{\"suspend\": true}");
        scene.awaitNoLabel(System.nanoTime());
        cost.ended();
        scene.awaitFree();
        scene.awaitReason("False", "Suspended");

        scene.changeSpec("{\"suspend\": false}");
        assertThat(scene.awaitLeader()).isEqualTo(leader);
    }

    @Test
    void another_ttl_takes_effect_at_once() {
        scene.deployment(1).lease(3_000);
        scene.awaitLeader();
        var token = scene.row().token();
        assertThat(scene.row().left()).isGreaterThan(Duration.ofSeconds(2_000));

        scene.changeSpec("{\"ttlSeconds\": 20}");
        Eventually.until("the row is lowered", SOON, () -> scene.row().left().compareTo(Duration.ofSeconds(20)) <= 0);
        scene.changeSpec("{\"ttlSeconds\": 4000}");
        Eventually.until("the row is raised", SOON, () -> scene.row().left().compareTo(Duration.ofSeconds(3_900)) >= 0);

        scene.awaitLeader();
        assertThat(scene.row().token()).isEqualTo(token);
        assertThat(scene.changes()).hasSize(1);
    }

    @Test
    void a_leader_that_is_no_longer_selected_hands_over() {
        scene.readyPod("a").readyPod("b").lease(30);
        var first = scene.awaitLeader();
        var other = first.name().equals("a") ? "b" : "a";
        scene.kubectl("label", "pod", other, "tier=new");

        scene.move(
                Event.SELECTOR_CHANGED,
                leader -> scene.changeSpec("{\"selector\": {\"matchLabels\": {\"tier\": \"new\"}}}"));

        assertThat(scene.labelled()).containsExactly(other);
    }
}
