package io.anixops.lease.operator;

import static io.anixops.lease.operator.OperatorRig.ROW;
import static io.anixops.lease.operator.OperatorRig.eventually;
import static io.anixops.lease.operator.OperatorRig.forAWhile;
import static io.anixops.lease.operator.OperatorRig.ttl;
import static io.anixops.lease.operator.Samples.OPERATOR;
import static org.assertj.core.api.Assertions.assertThat;

import io.anixops.lease.Attempt;
import io.anixops.lease.Claim;
import io.anixops.lease.HolderId;
import io.anixops.lease.HolderInfo;
import io.anixops.lease.Lease;
import io.anixops.lease.Term;
import io.anixops.lease.operator.api.DatabaseLeaseStatus;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the database does to a whole operator. */
class LeaseOperatorDatabaseTest {
    private final OperatorRig rig = new OperatorRig();

    @BeforeEach
    void start() {
        rig.start();
    }

    @AfterEach
    void stop() {
        rig.close();
    }

    @Test
    void the_label_is_off_before_anybody_may_take_over_though_every_call_to_the_database_hangs() {
        rig.leads(9, "control-a", "control-b");
        var since = System.nanoTime();
        rig.store.hang();

        eventually(() -> rig.labelledAre());

        assertThat(Duration.ofNanos(System.nanoTime() - since)).isLessThan(Duration.ofSeconds(9));
        eventually(() -> rig.readyIs("False", "DatabaseUnreachable"));
        claimsNobody(rig.status("jobs"));
        assertThat(rig.condition("jobs", "Held").getStatus()).isEqualTo("Unknown");
    }

    @Test
    void the_same_pod_leads_in_the_same_term_when_the_database_was_away_for_less_than_the_ttl() {
        rig.leads(5, "control-a", "control-b");
        var token = rig.row().token();
        rig.store.goDown();
        eventually(() -> rig.labelledAre());
        eventually(() -> claimsNobody(rig.status("jobs")));

        rig.store.comeBack();

        eventually(() -> rig.labelledAre("control-a"));
        eventually(() -> rig.readyIs("True", "LeaderHere"));
        assertThat(rig.row().token()).isEqualTo(token);
        assertThat(rig.status("jobs").transitions()).isEqualTo(1);
    }

    @Test
    void the_same_pod_leads_in_a_higher_term_when_the_database_was_away_for_longer() {
        rig.leads(5, "control-a", "control-b");
        var token = rig.row().token();
        rig.store.goDown();
        eventually(() -> rig.labelledAre());

        rig.store.advance(Duration.ofSeconds(60));
        rig.store.comeBack();

        eventually(() -> rig.labelledAre("control-a"));
        assertThat(rig.row().token()).isGreaterThan(token);
        eventually(() -> assertThat(rig.status("jobs").transitions()).isEqualTo(2));
    }

    @Test
    void a_database_that_is_away_at_the_start_is_waited_for() {
        rig.store.goDown();
        rig.api.readyPod("control-a");
        rig.api.apply("jobs", 30);
        eventually(() -> rig.readyIs("False", "DatabaseUnreachable"));
        claimsNobody(rig.status("jobs"));

        rig.store.comeBack();

        eventually(() -> rig.labelledAre("control-a"));
        eventually(() -> rig.readyIs("True", "LeaderHere"));
    }

    @Test
    void a_holder_and_a_renewer_that_no_program_of_ours_has_are_shown_and_left_alone() {
        var info = new HolderInfo("east", MockApi.NAMESPACE, "control-z", "uid-z", null);
        var row = new Lease(
                OperatorRig.ROW, "x y", 7, null, null, Instant.now(), "no renewer", info, Duration.ofHours(1));
        rig.store.restore(row, Duration.ofHours(1));
        rig.api.readyPod("control-a");
        rig.api.apply("jobs", 30);

        eventually(() -> rig.readyIs("False", "HolderUnknown"));
        assertThat(rig.status("jobs").holder()).isEqualTo("x y");
        assertThat(rig.row().holder()).isEqualTo("x y");
    }

    @Test
    void an_answer_that_got_lost_costs_no_term() {
        rig.store.loseNextAnswer();
        rig.leads(30, "control-a");

        assertThat(rig.row().token()).isEqualTo(1);
    }

    @Test
    void a_lowered_ttl_takes_effect_at_once() {
        rig.leads(600, "control-a");

        rig.edit("jobs", ttl(6));

        eventually(() -> assertThat(rig.row().remaining()).isLessThanOrEqualTo(Duration.ofSeconds(6)));
        rig.labelledAre("control-a");
        assertThat(rig.row().token()).isEqualTo(1);
    }

    @Test
    void a_raised_ttl_takes_effect_at_once() {
        rig.leads(30, "control-a");

        rig.edit("jobs", ttl(600));

        eventually(() -> assertThat(rig.row().remaining()).isGreaterThan(Duration.ofSeconds(590)));
        rig.labelledAre("control-a");
        assertThat(rig.row().token()).isEqualTo(1);
    }

    @Test
    void a_lease_that_another_cluster_has_taken_is_shown_as_its_and_the_label_is_off() {
        rig.leads(600, "control-a");

        takeAway();

        eventually(() -> rig.readyIs("True", "LeaderElsewhere"));
        rig.labelledAre();
        assertThat(rig.status("jobs").leader()).isEqualTo("west/control-x");
        assertThat(rig.status("jobs").transitions()).isEqualTo(2);
    }

    @Test
    void a_lease_that_was_lost_is_taken_at_once_when_the_other_cluster_gives_it_up() {
        rig.leads(600, "control-a"); // polled every 200 s
        var theirs = takeAway();
        eventually(() -> rig.readyIs("True", "LeaderElsewhere"));
        forAWhile(Duration.ofSeconds(2), () -> rig.labelledAre()); // until what the loss set going is over

        rig.store.release(theirs);

        eventually(() -> rig.labelledAre("control-a"));
    }

    @Test
    void a_lease_of_another_cluster_is_taken_when_it_expires() {
        rig.leads(6, "control-a");
        takeAway();
        eventually(() -> rig.readyIs("True", "LeaderElsewhere"));

        rig.store.advance(Duration.ofSeconds(601));

        eventually(() -> rig.labelledAre("control-a"));
    }

    @Test
    void a_lease_that_is_lost_or_silent_is_no_cause_to_write_to_its_pod_again_and_again() {
        rig.leads(6, "control-a");
        takeAway();
        eventually(() -> rig.readyIs("True", "LeaderElsewhere"));
        assertQuiet();

        rig.store.goDown();
        eventually(() -> rig.readyIs("False", "DatabaseUnreachable"));
        assertQuiet();
    }

    @Test
    void a_hand_over_that_the_database_does_not_answer_is_no_cause_to_write_to_a_pod_again_and_again() {
        rig.leads(60, "control-a", "control-b");
        rig.store.goDown();
        rig.api.setReady("control-a", false);
        eventually(() -> rig.readyIs("False", "DatabaseUnreachable"));
        assertQuiet();

        rig.store.comeBack();
        eventually(() -> rig.labelledAre("control-b"));
    }

    /** For a while at most the one write that was under way. */
    private void assertQuiet() {
        eventually(() -> rig.labelledAre());
        rig.api.traffic().forget();
        forAWhile(
                Duration.ofSeconds(3),
                () -> assertThat(rig.api.traffic().podWrites().size()).isLessThan(3));
    }

    /** As after a pause of ours beyond the ttl. */
    private Term takeAway() {
        var row = rig.row();
        rig.store.release(new Term(ROW, HolderId.of(row.holder()), row.token(), HolderId.of(row.renewer())));
        var west = new HolderInfo("west", "control", "control-x", "uid-x", null);
        return rig.store
                .tryAcquire(new Claim(ROW, HolderId.of("control-x-1"), OPERATOR, Duration.ofSeconds(600), west, 0))
                .match(Attempt.Held::term, denied -> takeAway());
    }

    private static void claimsNobody(DatabaseLeaseStatus status) {
        assertThat(status.leader()).isNull();
        assertThat(status.holder()).isNull();
        assertThat(status.holderPod()).isNull();
        assertThat(status.expiresAt()).isNull();
        assertThat(status.renewedAt()).isNull();
    }
}
