package io.anixops.lease.e2e;

import static org.assertj.core.api.Assertions.assertThat;

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
        assertThat(scene.watch().leadersOf(Scene.LEASE)).containsExactly(first, next);
    }
}
