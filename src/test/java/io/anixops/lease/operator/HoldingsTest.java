package io.anixops.lease.operator;

import static io.anixops.lease.operator.Samples.JOBS;
import static io.anixops.lease.operator.Samples.TTL;
import static io.anixops.lease.operator.Samples.holding;
import static io.anixops.lease.operator.Samples.ready;
import static io.anixops.lease.operator.Samples.row;
import static io.anixops.lease.operator.Samples.term;
import static org.assertj.core.api.Assertions.assertThat;

import io.anixops.lease.HolderInfo;
import io.anixops.lease.TrustWindow;
import io.anixops.lease.operator.decision.Reason;
import io.anixops.lease.operator.decision.Silence;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class HoldingsTest {
    private static final Silence SILENCE = new Silence(Reason.DATABASE_STORAGE, "it is full");

    private final Holdings holdings = new Holdings();

    @Test
    void a_term_that_began_is_found_until_it_ends() {
        holdings.begin(holding("a", 7, TTL, 0));
        assertThat(holdings.of(JOBS)).contains(holding("a", 7, TTL, 0));

        holdings.end(JOBS);
        assertThat(holdings.of(JOBS)).isEmpty();
        assertThat(holdings.all()).isEmpty();
    }

    @Test
    void the_running_term_is_changed() {
        holdings.begin(holding("a", 7, TTL, 0));

        assertThat(holdings.change(JOBS, term("a", 7), now -> now.lost(5))).isTrue();

        assertThat(holdings.of(JOBS)).contains(holding("a", 7, TTL, 0).lost(5));
    }

    @Test
    void a_term_that_began_meanwhile_is_left_alone() {
        holdings.begin(holding("b", 8, TTL, 0));

        assertThat(holdings.change(JOBS, term("a", 7), now -> now.lost(5))).isFalse();

        assertThat(holdings.of(JOBS)).contains(holding("b", 8, TTL, 0));
    }

    @Test
    void a_term_that_has_ended_does_not_come_back_by_a_change() {
        assertThat(holdings.change(JOBS, term("a", 7), now -> now)).isFalse();

        assertThat(holdings.of(JOBS)).isEmpty();
    }

    @Test
    void trust_lasts_two_thirds_of_the_ttl_from_before_the_request() {
        var held = holding("a", 7, TTL, 1_000);

        assertThat(held.trust())
                .isEqualTo(new TrustWindow(1_000 + Duration.ofSeconds(20).toNanos()));
        assertThat(held.renewAt()).isEqualTo(1_000 + Duration.ofSeconds(10).toNanos());
    }

    @Test
    void a_silent_database_does_not_lengthen_trust() {
        var silent = holding("a", 7, TTL, 0).silent(99, SILENCE);

        assertThat(silent.trust()).isEqualTo(holding("a", 7, TTL, 0).trust());
        assertThat(silent.renewAt()).isEqualTo(99);
    }

    @Test
    void a_lost_term_is_trusted_no_more() {
        assertThat(holding("a", 7, TTL, 0).lost(5).trust().isOpenAt(5)).isFalse();
    }

    @Test
    void a_renewal_makes_a_retracted_label_a_thing_of_the_past() {
        var renewed = holding("a", 7, TTL, 0)
                .silent(9, SILENCE)
                .withLabelRetracted(true)
                .renewed(row("a-1", 7), TTL, 10);

        assertThat(renewed).isEqualTo(holding("a", 7, TTL, 10));
    }

    @Test
    void an_answer_to_a_request_for_a_shorter_ttl_is_trusted_for_that_one_alone() {
        var raised = holding("a", 7, Duration.ofSeconds(6), 0).withTtl(Duration.ofSeconds(60), 5);

        var renewed = raised.renewed(row("a-1", 7), Duration.ofSeconds(6), 2);

        assertThat(renewed.trust())
                .isEqualTo(new TrustWindow(2 + Duration.ofSeconds(4).toNanos()));
        assertThat(renewed.renewAt()).as("the new ttl is asked for at once").isEqualTo(2);
        assertThat(renewed.ttl()).isEqualTo(Duration.ofSeconds(60));
    }

    @Test
    void a_pass_that_was_under_way_when_all_ended_begins_nothing_after_it() {
        holdings.begin(holding("a", 7, TTL, 0));

        holdings.endAll();
        holdings.begin(holding("a", 8, TTL, 0));
        assertThat(holdings.all()).isEmpty();

        holdings.reopen();
        holdings.begin(holding("a", 9, TTL, 0));
        assertThat(holdings.of(JOBS)).contains(holding("a", 9, TTL, 0));
    }

    @Test
    void a_renewal_adds_no_texts_to_those_that_are_kept_already() {
        var info = new HolderInfo("east", "control", "a", "uid-a", "node-1");
        var first = holding("a", 7, TTL, 0).renewed(row("a-1", 7, info, TTL), TTL, 0);
        var again = new HolderInfo("east", "control", "a", "uid-a", "node-1");

        var renewed = first.renewed(row(new String("a-1".toCharArray()), 7, again, TTL), TTL, 10);

        assertThat(renewed.row()).isEqualTo(row("a-1", 7, info, TTL));
        assertThat(renewed.row().name()).isSameAs(renewed.term().name());
        assertThat(renewed.row().holder()).isSameAs(first.row().holder());
        assertThat(renewed.row().renewer()).isSameAs(first.row().renewer());
        assertThat(renewed.row().holderInfo()).isSameAs(first.row().holderInfo());
    }

    @Test
    void a_term_that_begins_shares_its_texts_with_its_leader() {
        var term = term("a", 7);
        var leader = ready("a");
        var answer = row(
                new String("a-1".toCharArray()),
                7,
                new HolderInfo("east", "control", "a", new String("uid-a".toCharArray()), null),
                TTL);

        var kept = KeptRow.of(answer, term, leader);

        assertThat(kept).isEqualTo(answer);
        assertThat(kept.holder()).isSameAs(term.holder().value());
        assertThat(kept.holderInfo().uid()).isSameAs(leader.uid());
    }
}
