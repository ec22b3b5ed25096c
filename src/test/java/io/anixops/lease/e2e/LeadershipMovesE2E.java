package io.anixops.lease.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What moves leadership, to whom, and how long nobody leads. */
class LeadershipMovesE2E {
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
        scene = stage.scene("move");
    }

    @AfterEach
    void nothingWasViolated() {
        scene.end();
    }

    @Test
    void a_deleted_leader_is_followed_by_another_pod_with_a_higher_token() {
        scene.deployment(3).lease(30);
        var first = scene.awaitLeader();
        var token = scene.row().token();

        var next = scene.move("leader deleted", leader -> scene.pod(leader).delete());

        assertThat(next).isNotEqualTo(first);
        assertThat(scene.row().token()).isGreaterThan(token);
        assertThat(scene.status().transitions()).isEqualTo(2);
    }

    @Test
    void a_leader_that_is_not_ready_hands_over_and_does_not_get_it_back() {
        scene.deployment(2).lease(30);
        var first = scene.awaitLeader();

        var next = scene.move("leader not ready", leader -> scene.setReady(leader, false));
        scene.setReady(first.name(), true);
        scene.awaitReadyPods(2);

        assertThat(scene.awaitLeader()).isEqualTo(next);
        assertThat(scene.leaders()).containsExactly(first, next);
    }

    @Test
    void an_evicted_leader_is_followed() {
        scene.deployment(3).lease(30);
        var first = scene.awaitLeader();

        var next = scene.move(
                "leader evicted",
                leader -> assertThat(scene.pod(leader).evict()).isTrue());

        assertThat(next).isNotEqualTo(first);
    }

    @Test
    void a_failed_leader_is_followed() {
        scene.readyPod("a").readyPod("b").lease(30);
        scene.awaitLeader();

        var next = scene.move("leader failed", scene::fail);

        assertThat(scene.labelled()).containsExactly(next.name());
    }

    @Test
    void a_leader_that_terminates_for_long_is_not_waited_for() {
        scene.readyPod("a").readyPod("b").lease(30);
        var first = scene.awaitLeader();
        scene.kubectl("annotate", "pod", first.name(), Kwok.LINGER + "=true");

        scene.move("leader terminating", leader -> scene.pod(leader).delete());

        assertThat(scene.pod(first.name()).get().isMarkedForDeletion()).isTrue();
        scene.kubectl("annotate", "pod", first.name(), Kwok.LINGER + "-");
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
    void a_pod_made_again_under_its_name_is_another_holder() {
        scene.statefulSet(1).lease(30);
        var first = scene.awaitLeader();
        var token = scene.row().token();

        var next = scene.move(
                "leader made again under its name",
                leader -> scene.pod(leader).withGracePeriod(0).delete());

        assertThat(next.name()).isEqualTo(first.name());
        assertThat(next.uid()).isNotEqualTo(first.uid());
        assertThat(scene.row().holder()).isEqualTo(next.holder());
        assertThat(scene.row().token()).isGreaterThan(token);
    }

    @Test
    void a_rolling_update_moves_leadership_once_and_to_a_new_pod() {
        scene.apply(Manifests.surgingDeployment(scene.namespace(), Scene.APP, 3));
        scene.awaitReadyPods(3).lease(30);
        var first = scene.awaitLeader();
        var old = scene.templateOf(first);

        scene.kubectl("set", "image", "deployment/" + Scene.APP, "main=newer");
        scene.kubectl("rollout", "status", "deployment/" + Scene.APP, "--timeout=90s");
        Eventually.until("a new pod leads", () -> !scene.awaitLeader().equals(first));

        assertThat(scene.leaders()).hasSize(2);
        assertThat(scene.templateOf(scene.awaitLeader())).isNotEqualTo(old);
        scene.noteMove("rolling update");
    }

    @Test
    void forty_leases_on_five_pods_all_follow_when_their_leaders_are_deleted() {
        var leases = IntStream.rangeClosed(1, 40).mapToObj(i -> "lease-" + i).toList();
        scene.deployment(5);
        scene.apply(leases.stream()
                .map(lease -> Manifests.databaseLease(scene.namespace(), lease, Scene.APP, 30))
                .collect(Collectors.joining("---\n")));
        scene.awaitLeadersOf(leases, Set.of());

        for (int round = 1; round <= 2; round++) {
            var before = scene.leadersOf(leases);
            before.forEach(pod -> scene.pod(pod.name()).delete());
            var answered = System.nanoTime();
            scene.awaitLeadersOf(leases, before);
            scene.noteLast("40 leases, all their %d leaders deleted".formatted(before.size()), leases, answered);
        }

        leases.forEach(lease -> assertThat(scene.labelled(lease)).as(lease).hasSize(1));
    }

    @Test
    void a_leader_that_is_not_ready_keeps_it_for_one_ttl_where_nobody_else_can_have_it() {
        scene.readyPod("only").lease(5);
        scene.awaitLeader();

        scene.setReady("only", false);
        var took = scene.awaitNoLabel("only candidate not ready, ttl 5", System.nanoTime());

        assertThat(took).isBetween(Duration.ofMillis(4_500), Duration.ofSeconds(8));
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
        scene.move("leader deleted before the resource", leader -> scene.setReady(leader, false));

        scene.kubectl("delete", "databaselease", "main");
        var took = scene.awaitNoLabel("resource deleted", System.nanoTime());

        assertThat(took).isLessThan(Duration.ofSeconds(2));
        scene.awaitFree();
        Eventually.until(
                "no pod bears a key",
                () -> scene.withLabel(PodJudge.TOKEN + "main").isEmpty());
    }

    @Test
    void a_suspended_lease_is_led_by_nobody_until_it_goes_on() {
        scene.deployment(2).lease(30);
        var leader = scene.awaitLeader();

        scene.changeSpec("{\"suspend\": true}");
        scene.awaitNoLabel("suspended", System.nanoTime());
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
                "selector changed",
                leader -> scene.changeSpec("{\"selector\": {\"matchLabels\": {\"tier\": \"new\"}}}"));

        assertThat(scene.labelled()).containsExactly(other);
    }
}
