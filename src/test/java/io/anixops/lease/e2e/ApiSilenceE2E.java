package io.anixops.lease.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The API server is gone, or answers nobody, while the database is well. On a control plane of its own. */
class ApiSilenceE2E {
    private static final int TTL_SECONDS = 6;

    private static ControlPlane plane;
    private static Stage stage;

    private Scene scene;

    @BeforeAll
    static void start() {
        plane = ControlPlane.start();
        stage = Stage.on(plane);
    }

    @AfterAll
    static void stop() {
        stage.close();
        plane.close();
    }

    @BeforeEach
    void watchFromTheBeginning() {
        scene = stage.scene("silence");
    }

    @AfterEach
    void nothingWasViolated() {
        try {
            scene.end();
        } finally {
            stage.endOperators();
        }
    }

    @Test
    void an_api_server_that_is_gone_for_a_while_moves_nothing() {
        stage.operator();
        scene.deployment(2).lease(TTL_SECONDS);
        var leader = scene.awaitLeader();
        var token = scene.row().token();

        scene.acrossARestart();
        var cost = scene.event(Event.API_STOPPED);
        plane.apiServer().stop();
        awaitRenewalsOfATtl();
        plane.apiServer().startAgain();
        cost.healed();

        assertThat(scene.awaitLeader()).isEqualTo(leader);
        cost.recovered();
        assertThat(scene.row().token()).isEqualTo(token);
        assertThat(scene.changes()).as("changes of the label").hasSize(1);
        scene.assertTheRowWasNeverFree();
        movesOn();
    }

    @Test
    void in_a_silence_renewals_go_on_and_leadership_stays_where_it_is() {
        var operator = stage.operator();
        scene.deployment(2).lease(TTL_SECONDS);
        var leader = scene.awaitLeader();
        var token = scene.row().token();

        var cost = scene.event(Event.API_SILENT);
        plane.apiServer().pause();
        try {
            Eventually.until("the silence is noticed", () -> operator.logged().contains("renewals go on"));
            awaitRenewalsOfATtl();
        } finally {
            plane.apiServer().resume();
        }
        cost.healed();

        assertThat(scene.awaitLeader()).isEqualTo(leader);
        cost.recovered();
        assertThat(scene.row().token()).isEqualTo(token);
        assertThat(scene.changes()).as("changes of the label").hasSize(1);
        scene.assertTheRowWasNeverFree();
        movesOn();
    }

    @Test
    void a_leader_that_nobody_can_see_does_not_lead_beyond_the_limit() {
        var operator = stage.operator("--api-silence-limit", "5s");
        scene.deployment(2).lease(TTL_SECONDS);
        var leader = scene.awaitLeader();
        var token = scene.row().token();

        var cost = scene.event(Event.API_SILENT_FOR_LONG);
        plane.apiServer().pause();
        try {
            scene.awaitFree();
        } finally {
            plane.apiServer().resume();
        }
        cost.healed();

        assertThat(scene.awaitLeader()).isEqualTo(leader);
        cost.recovered();
        assertThat(scene.row().token()).isGreaterThan(token);
        assertThat(scene.leaders()).containsOnly(leader);
        assertThat(operator.isAlive()).isTrue();
    }

    private void awaitRenewalsOfATtl() {
        var from = scene.row().renewedAt();
        Eventually.until(
                "it is renewed beyond a whole ttl",
                () -> scene.row().renewedAt().isAfter(from.plusSeconds(TTL_SECONDS)));
    }

    private void movesOn() {
        var before = scene.awaitLeader();
        scene.timeToMove(pod -> scene.pod(pod).delete());
        assertThat(scene.awaitLeader()).isNotEqualTo(before);
    }
}
