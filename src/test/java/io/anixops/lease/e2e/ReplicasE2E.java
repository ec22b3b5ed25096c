package io.anixops.lease.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two replicas of the packaged operator: one works, and the other goes on when it cannot. */
class ReplicasE2E {
    private Stage stage;
    private Scene scene;
    private OperatorProcess first;
    private OperatorProcess second;

    @BeforeEach
    void twoReplicasAndALeader() {
        stage = Stage.open();
        scene = stage.scene("replicas");
        first = stage.replica("first");
        scene.deployment(3).lease(30);
        scene.awaitLeader();
        second = stage.replica("second");
    }

    @AfterEach
    void end() {
        stage.close();
    }

    @Test
    void the_other_replica_goes_on_with_the_same_term_when_the_active_one_is_stopped() {
        var token = scene.row().token();

        var cost = scene.event(Event.REPLICA_STOPPED);
        first.terminate();
        cost.healed();

        awaitTakeOver(cost);
        assertThat(scene.row().token()).isEqualTo(token);
        movesOn();
    }

    @Test
    void the_other_replica_goes_on_with_the_same_term_when_the_active_one_is_killed() {
        var token = scene.row().token();

        var cost = scene.event(Event.REPLICA_KILLED);
        first.kill9();

        awaitTakeOver(cost);
        assertThat(scene.row().token()).isEqualTo(token);
        movesOn();
    }

    @Test
    void a_replica_that_was_paused_past_its_time_does_no_harm_when_it_wakes_however_often() {
        var cost = scene.event(Event.REPLICA_PAUSED);
        var pauses = new Pauses(scene, first, second);
        pauses.repeat(1);
        cost.recovered();

        pauses.repeat(2);

        movesOn();
    }

    private void awaitTakeOver(Cost cost) {
        Eventually.until("the second renews", () -> scene.row().renewer().equals("second"));
        cost.recovered();
    }

    /** Leadership moves as ever, and nothing was violated on the way. */
    private void movesOn() {
        scene.move(Event.LEADER_DELETED, pod -> scene.pod(pod).delete());
        scene.end();
    }
}
