package io.anixops.lease.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The API server answers nobody for a while, and the database is well. */
class ApiSilenceE2E {
    private static final int TTL_SECONDS = 6;

    private Stage stage;
    private Scene scene;

    @BeforeEach
    void open() {
        stage = Stage.open();
        scene = stage.scene("silence");
    }

    @AfterEach
    void close() {
        stage.close();
    }

    @Test
    void renewals_go_on_and_leadership_stays_where_it_is() {
        var operator = stage.operator();
        scene.deployment(2).lease(TTL_SECONDS);
        var leader = scene.awaitLeader();
        var before = scene.row();

        stage.plane().apiServer().pause();
        try {
            Eventually.until("the silence is noticed", () -> operator.logged().contains("renewals go on"));
            var noticed = scene.row().renewedAt();
            Eventually.until(
                    "it is renewed beyond a whole ttl",
                    () -> scene.row().renewedAt().isAfter(noticed.plusSeconds(TTL_SECONDS)));
        } finally {
            stage.plane().apiServer().resume();
        }

        assertThat(scene.awaitLeader()).isEqualTo(leader);
        assertThat(scene.row().token()).isEqualTo(before.token());
        scene.move(
                "leader deleted after a silence of the API server",
                pod -> scene.pod(pod).delete());
        scene.end();
    }

    @Test
    void a_leader_that_nobody_can_see_does_not_lead_beyond_the_limit() {
        var operator = stage.operator("--api-silence-limit", "3s");
        scene.deployment(2).lease(TTL_SECONDS);
        var leader = scene.awaitLeader();
        var before = scene.row();

        stage.plane().apiServer().pause();
        try {
            scene.awaitFree();
        } finally {
            stage.plane().apiServer().resume();
        }

        assertThat(scene.awaitLeader()).isEqualTo(leader);
        assertThat(scene.row().token()).isGreaterThan(before.token());
        assertThat(operator.isAlive()).isTrue();
        scene.end();
    }
}
