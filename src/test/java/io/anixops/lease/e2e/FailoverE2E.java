package io.anixops.lease.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The primary is lost and its standby promoted; the operator knows both hosts and is never started again. */
class FailoverE2E {
    private static final long SECOND_TIMELINE = 2L << 32;

    private TwoServers servers;
    private Stage stage;
    private Scene scene;

    @BeforeEach
    void start() {
        servers = TwoServers.start();
        stage = Stage.on(servers.database());
        scene = stage.scene("failover");
    }

    @AfterEach
    void nothingWasViolated() {
        try {
            scene.end();
        } finally {
            stage.close();
            servers.close();
        }
    }

    @Test
    void a_standby_that_has_caught_up_goes_on_with_leader_and_term() {
        scene.deployment(3).lease(15);
        var operator = stage.operator();
        var leader = scene.awaitLeader();
        var token = scene.row().token();
        servers.awaitReplayed();

        var cost = scene.event(Event.FAILED_OVER);
        servers.failOver();
        cost.healed();
        assertThat(scene.awaitLeader()).isEqualTo(leader);
        cost.recovered();
        awaitRenewed();

        assertThat(scene.row().token()).isEqualTo(token);
        assertThat(scene.changes()).as("changes of the label").hasSize(1);

        scene.timeToMove(pod -> scene.setReady(pod, false));
        scene.awaitLeader();
        assertThat(scene.row().token()).isGreaterThan(SECOND_TIMELINE);
        assertThat(operator.isAlive()).isTrue();
    }

    @Test
    void a_standby_that_lost_the_newest_grant_gives_the_same_pod_a_higher_token() {
        scene.deployment(3).lease(15);
        var operator = stage.operator();
        var first = scene.awaitLeader();
        var known = scene.row().token();
        servers.awaitReplayed();
        servers.cutReplication();
        scene.timeToMove(pod -> scene.setReady(pod, false));
        var leader = scene.awaitLeader();
        var lost = scene.row().token();

        var cost = scene.event(Event.FAILED_OVER_BEHIND);
        servers.failOver();
        cost.healed();
        awaitTokenAbove(lost);
        assertThat(scene.awaitLeader()).isEqualTo(leader).isNotEqualTo(first);
        cost.recovered();

        assertThat(scene.rowVersions())
                .extracting(RowVersion::token)
                .contains(known)
                .doesNotContain(lost);
        assertThat(scene.row().token()).isGreaterThan(SECOND_TIMELINE);
        assertThat(operator.isAlive()).isTrue();
    }

    @Test
    void a_former_primary_that_comes_back_beside_the_new_one_repeats_no_token_and_makes_no_second_leader() {
        scene.deployment(3).lease(6);
        var operator = stage.operator();
        scene.awaitLeader();
        servers.awaitReplayed();
        servers.failOver();
        awaitRenewed();
        scene.timeToMove(pod -> scene.setReady(pod, false));
        var leader = scene.awaitLeader();
        var newest = scene.row().token();

        servers.bringFormerPrimaryBack();
        Eventually.until("the former primary has given a term above " + newest, () -> {
            servers.endConnectionsToPromoted();
            return highestTokenOnPods() > newest;
        });
        var ofFormer = highestTokenOnPods();
        servers.stopFormerPrimary();

        awaitTokenAbove(ofFormer);
        assertThat(scene.awaitLeader()).isEqualTo(leader);
        assertThat(operator.isAlive()).isTrue();
    }

    private void awaitRenewed() {
        var now = Instant.now(); // the database's clock is this machine's
        Eventually.until("it is renewed again", () -> scene.row().renewedAt().isAfter(now));
    }

    private void awaitTokenAbove(long token) {
        Eventually.until("a term above " + token, () -> scene.row().token() > token);
    }

    private long highestTokenOnPods() {
        return scene.tokensOnPods().stream().max(Long::compare).orElseThrow();
    }
}
