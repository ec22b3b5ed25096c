package io.anixops.lease.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Two clusters, one database: one leader in all, though the pods have the same names in both. Each scenario begins with
 * east leading and west passive, as the statuses of both say.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class TwoClustersE2E {
    private static final int TIMES = 5;

    private static Sites sites;

    private TwoClusters lease;
    private Branch east;
    private Branch west;

    @BeforeAll
    static void open() {
        sites = Sites.open();
    }

    @AfterAll
    static void close() {
        sites.close();
    }

    @BeforeEach
    void eastLeads() {
        lease = TwoClusters.of(sites, "twins");
        east = lease.east();
        west = lease.west();
    }

    @AfterEach
    void nothingWasViolated() {
        lease.end();
    }

    @Test
    void pods_of_the_same_name_are_two_holders_and_leadership_moves_within_the_cluster_first() {
        var first = east.awaitLeads();
        var twin = west.candidate(first.name());

        var next =
                east.scene().move(Event.LEADER_NOT_READY, leader -> east.scene().setReady(leader, false));

        assertThat(twin.holder()).isNotEqualTo(first.holder());
        assertThat(next.name()).isNotEqualTo(first.name());
        west.awaitFollows(east, next);
        assertThat(west.scene().leaders()).isEmpty();
        east.scene().assertTheRowWasNeverFree();
    }

    @Test
    void a_planned_move_is_a_suspend_and_does_not_go_back_by_itself() {
        var moved = lease.failOver(Failover.PLANNED, east, west, (former, next) -> {
            east.scene().awaitReason("False", "Suspended");
            east.awaitTells(west, next);
        });

        note(Failover.PLANNED, moved);
        assertTheFormerLabelWentFirst(moved);
        assertThat(east.scene().leaders()).hasSize(1);
        lease.failOver(Failover.PLANNED, west, east, (former, next) -> west.awaitTells(east, next));
    }

    @Test
    void a_cluster_whose_operator_was_killed_is_followed_at_the_expiry_and_strips_its_label_when_it_is_back() {
        var moved = lease.failOver(Failover.OPERATOR_KILLED, east, west, (former, next) -> {
            assertThat(east.scene().labelled()).containsExactly(former.name()); // nobody is there to take it off
            east.assertTellsOfThePast(former);
        });

        note(Failover.OPERATOR_KILLED, moved);
    }

    @Order(Integer.MAX_VALUE) // controllers are slow to go on after a restart of their API server
    @ParameterizedTest
    @EnumSource(names = {"API_SERVER_SILENT", "API_SERVER_GONE"})
    void a_cluster_whose_api_server_is_away_leads_up_to_the_limit_and_is_followed_then(Failover how) {
        var moved = lease.failOver(how, east, west, (former, next) -> {});

        note(how, moved);
        assertThat(east.scene().leaders()).hasSize(1);
        goBackAndForth(how, west, east); // in this scene, for a new one would need controllers that are well
    }

    @Test
    void a_cluster_without_candidates_gives_the_lease_away_at_once_and_stays_passive_when_they_are_back() {
        var moved = lease.failOver(Failover.PODS_GONE, east, west, (former, next) -> {
            east.awaitTells(west, next);
            east.scene().awaitReason("True", "LeaderElsewhere");
        });

        note(Failover.PODS_GONE, moved);
        assertTheFormerLabelWentFirst(moved);
    }

    @ParameterizedTest
    @EnumSource(names = {"PLANNED", "PODS_GONE", "OPERATOR_KILLED"})
    void leadership_goes_back_and_forth_as_often_as_a_cluster_fails(Failover how) {
        lease.failOver(how, east, west, (former, next) -> {});
        goBackAndForth(how, west, east);
    }

    private void goBackAndForth(Failover how, Branch leading, Branch other) {
        var from = leading;
        var to = other;
        for (int i = 1; i < TIMES; i++) {
            lease.failOver(how, from, to, (former, next) -> {});
            var follower = from;
            from = to;
            to = follower;
        }
    }

    /** Two watches of two API servers are not in step: what they see within a second may have been in either order. */
    private static void assertTheFormerLabelWentFirst(TwoClusters.Moved moved) {
        assertThat(moved.overlap()).as("labels of both clusters").isLessThan(Duration.ofSeconds(1));
    }

    private static void note(Failover how, TwoClusters.Moved moved) {
        var measured = sites.east().stage().measured();
        measured.note(how.name(), "labelled there", moved.labelled());
        measured.note(how.name(), "labels of both for", moved.overlap());
        measured.note(how.name(), "of that once healed", moved.overlapOnceHealed());
    }
}
