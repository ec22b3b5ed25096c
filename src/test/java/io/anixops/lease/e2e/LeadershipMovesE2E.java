package io.anixops.lease.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What moves leadership, to whom, and how long nobody leads. */
class LeadershipMovesE2E {
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
    void a_deleted_leader_is_followed_by_another_pod_with_a_higher_token_and_by_nobody_in_between() {
        scene.deployment(3).lease(30);
        var first = scene.awaitLeader();
        var token = scene.row().token();

        var next = scene.move(Event.LEADER_DELETED, leader -> scene.pod(leader).delete());

        assertThat(next).isNotEqualTo(first);
        assertThat(scene.row().token()).isGreaterThan(token);
        assertThat(scene.status().transitions()).isEqualTo(2);
        scene.assertTheRowWasNeverFree();
    }

    @Test
    void a_leader_that_is_not_ready_hands_over_and_does_not_get_it_back() {
        scene.deployment(2).lease(30);
        var first = scene.awaitLeader();

        var next = scene.move(Event.LEADER_NOT_READY, leader -> scene.setReady(leader, false));
        scene.setReady(first.name(), true);
        scene.awaitReadyPods(2);

        assertThat(scene.awaitLeader()).isEqualTo(next);
        assertThat(scene.leaders()).containsExactly(first, next);
        scene.assertTheRowWasNeverFree();
    }

    @Test
    void an_evicted_leader_is_followed() {
        scene.deployment(3).lease(30);
        var first = scene.awaitLeader();

        var next = scene.move(
                Event.LEADER_EVICTED,
                leader -> assertThat(scene.pod(leader).evict()).isTrue());

        assertThat(next).isNotEqualTo(first);
    }

    @Test
    void a_failed_leader_is_followed() {
        scene.readyPod("a").readyPod("b").lease(30);
        scene.awaitLeader();

        var next = scene.move(Event.LEADER_FAILED, scene::fail);

        assertThat(scene.labelled()).containsExactly(next.name());
    }

    @Test
    void a_leader_that_terminates_for_long_is_not_waited_for() {
        scene.readyPod("a").readyPod("b").lease(30);
        var first = scene.awaitLeader();
        scene.kubectl("annotate", "pod", first.name(), Kwok.LINGER + "=true");

        scene.move(Event.LEADER_TERMINATING, leader -> scene.pod(leader).delete());

        assertThat(scene.pod(first.name()).get().isMarkedForDeletion()).isTrue();
        scene.kubectl("annotate", "pod", first.name(), Kwok.LINGER + "-");
    }

    @Test
    void a_pod_made_again_under_its_name_is_another_holder() {
        scene.statefulSet(1).lease(30);
        var first = scene.awaitLeader();
        var token = scene.row().token();

        var next = scene.move(
                Event.LEADER_MADE_AGAIN,
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
        scene.awaitTheNextSecond();

        var cost = scene.event(Event.ROLLING_UPDATE);
        scene.kubectl("set", "image", "deployment/" + Scene.APP, "main=newer");
        scene.kubectl("rollout", "status", "deployment/" + Scene.APP, "--timeout=90s");
        Eventually.until("a new pod leads", () -> !scene.awaitLeader().equals(first));

        assertThat(scene.leaders()).hasSize(2);
        assertThat(scene.templateOf(scene.awaitLeader())).isNotEqualTo(old);
        cost.recovered();
    }

    @Test
    void forty_leases_on_five_pods_all_follow_when_their_leaders_are_deleted() {
        scene.deployment(5);
        var leases = ManyLeases.apply(scene, 40);
        leases.awaitLeaders(Set.of());

        for (int round = 1; round <= 2; round++) {
            var before = leases.leaders();
            before.forEach(pod -> scene.pod(pod.name()).delete());
            var answered = System.nanoTime();
            leases.awaitLeaders(before);
            stage.measured()
                    .note("leaders of 40 leases deleted", "last of the next labelled", leases.lastSince(answered));
        }
    }
}
