package io.anixops.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** One process, or two, by hand: every thread and every clock is the test's. */
class DriverTest {
    private static final LeaseName NAME = LeaseName.of("jobs");
    private static final Duration TTL = Duration.ofSeconds(30);
    private static final Timing TIMING = Timing.ofTtl(TTL);
    private static final Duration NANO = Duration.ofNanos(1);
    private static final Duration MOMENT = Duration.ofMillis(10); // more than the spread of a herd

    private final InMemoryLeaseStore store = new InMemoryLeaseStore();
    private final InMemoryLeaseStore otherLine = store.anotherLine();
    private final AtomicInteger failedRenewals = new AtomicInteger();
    private final TestProcess a = new TestProcess("a-1", store, counting(), () -> 0.5);
    private final TestProcess b = new TestProcess("b-1", otherLine);

    @Test
    void work_runs_once_the_lease_is_held() {
        var candidacy = a.elect(NAME, TIMING);
        assertThat(a.work.runs()).isEmpty();

        a.settle();

        assertThat(candidacy.isLeading()).isTrue();
        assertThat(a.work.last().leadership.token()).isEqualTo(row().token());
        assertThat(row().holder()).isEqualTo("a-1");
    }

    @Test
    void nobody_leads_before_the_store_has_answered() {
        var candidacy = a.elect(NAME, TIMING);

        a.driver.runDue(); // asked, and not answered yet

        assertThat(candidacy.isLeading()).isFalse();
        assertThat(a.work.runs()).isEmpty();
    }

    @Test
    void an_answer_that_took_longer_than_trust_lasts_starts_no_work() {
        store.beforeNext(() -> pass(TIMING.trust()));
        a.elect(NAME, TIMING);

        a.settle();

        assertThat(a.work.runs()).isEmpty();
        pass(TIMING.renewEvery());
        a.settle();
        assertThat(a.work.runs()).hasSize(1);
    }

    @Test
    void trust_is_counted_from_before_the_request_was_sent() {
        store.beforeNext(() -> pass(Duration.ofSeconds(5)));
        var candidacy = a.elect(NAME, TIMING);
        a.settle();

        pass(Duration.ofSeconds(15).minus(NANO));
        assertThat(candidacy.isLeading()).isTrue();

        pass(NANO);
        assertThat(candidacy.isLeading()).isFalse();
    }

    @Test
    void a_lease_is_renewed_when_a_third_of_its_ttl_has_passed() {
        leading(a);
        var calls = store.calls();

        pass(TIMING.renewEvery().minus(NANO));
        a.settle();
        assertThat(store.calls()).isEqualTo(calls);

        pass(NANO);
        a.settle();
        assertThat(store.calls()).isEqualTo(calls + 1);
        assertThat(row().renewedAt()).isAfter(row().acquiredAt());
    }

    @Test
    void a_renewal_keeps_the_work_going_past_the_ttl() {
        var candidacy = leading(a);

        for (var i = 0; i < 12; i++) {
            pass(TIMING.renewEvery());
            a.settle();
        }

        assertThat(candidacy.isLeading()).isTrue();
        assertThat(a.work.runs()).hasSize(1);
    }

    @Test
    void work_is_told_to_stop_when_trust_ends_and_the_store_is_down() {
        var candidacy = leading(a);
        var told = new AtomicInteger();
        a.work.last().leadership.onLoss(told::incrementAndGet);
        store.goDown();

        passInSteps(a, TIMING.trust().minus(NANO));
        assertThat(candidacy.isLeading()).isTrue();
        assertThat(told).hasValue(0);

        pass(NANO);
        assertThat(candidacy.isLeading()).isFalse();
        a.driver.runDue();
        assertThat(told).hasValue(1);
    }

    @Test
    void work_is_told_to_stop_when_trust_ends_and_a_renewal_hangs() {
        var candidacy = leading(a);
        var told = new AtomicInteger();
        a.work.last().leadership.onLoss(told::incrementAndGet);
        pass(TIMING.renewEvery());
        a.driver.runDue(); // the renewal is handed to its thread, which never comes back

        pass(TIMING.renewEvery());
        a.driver.runDue();

        assertThat(told).hasValue(1);
        assertThat(candidacy.isLeading()).isFalse();
    }

    @Test
    void work_that_does_not_return_is_noticed_when_it_is_long_beyond_its_time() {
        leading(a);
        store.goDown();
        passInSteps(a, TIMING.trust());
        passInSteps(a, TIMING.stopWithin());
        var hour = Duration.ofHours(1);

        pass(hour);
        assertThat(a.driver.isAnyOverdueBy(hour.toNanos())).isFalse();
        pass(NANO);
        assertThat(a.driver.isAnyOverdueBy(hour.toNanos())).isTrue();
    }

    @Test
    void an_answer_after_the_end_of_trust_does_not_bring_leadership_back() {
        var candidacy = leading(a);
        pass(TIMING.renewEvery());
        store.beforeNext(() -> pass(TIMING.renewEvery())); // trust ends while the renewal is under way

        a.driver.runDue();
        a.renewals.runNext();

        assertThat(candidacy.isLeading()).isFalse();
        a.driver.runDue();
        assertThat(candidacy.isLeading()).isFalse();
        a.work.letReturn(a.work.last());
        assertThat(a.work.last().isInterrupted()).isTrue();
    }

    @Test
    void after_a_pause_the_stop_comes_before_anything_else() {
        var candidacy = leading(a);
        pass(TIMING.trust()); // the process was frozen: renewal and end of trust are due together
        var calls = store.calls();

        assertThat(candidacy.isLeading()).isFalse();
        a.driver.runDue();
        a.work.letReturn(a.work.last());

        assertThat(a.work.last().isInterrupted()).isTrue();
        assertThat(store.calls()).isEqualTo(calls);
    }

    @Test
    void a_paused_process_can_do_nothing_to_the_next_ones_term() {
        leading(a);
        pass(TTL.plusSeconds(1));
        b.elect(NAME, TIMING);
        b.settle();
        var row = row();

        a.settle();
        a.work.letReturn(a.work.last());
        a.settle();

        assertThat(row().expiresAt()).isEqualTo(row.expiresAt());
        assertThat(row().holder()).isEqualTo("b-1");
        assertThat(a.work.runs()).hasSize(1);
    }

    @Test
    void work_is_told_to_stop_at_once_when_the_store_says_that_the_lease_is_lost() {
        var candidacy = leading(a);
        takeAwayFor("stranger-1", Duration.ofHours(1));
        var row = row();

        pass(TIMING.renewEvery());
        a.settle();

        assertThat(candidacy.isLeading()).isFalse();
        a.work.letReturn(a.work.last());
        assertThat(a.work.last().isInterrupted()).isTrue();
        a.settle();
        assertThat(row().expiresAt()).isEqualTo(row.expiresAt());
    }

    @Test
    void a_loss_is_seen_too_when_the_renewal_before_it_failed() {
        var candidacy = leading(a);
        takeAwayFor("stranger-1", Duration.ofHours(1));
        store.throwNext(new AssertionError("planted"));
        pass(TIMING.renewEvery());
        a.settle();
        assertThat(candidacy.isLeading()).isTrue();

        pass(TTL.dividedBy(16));
        a.settle();

        assertThat(candidacy.isLeading()).isFalse();
    }

    @Test
    void the_stop_is_told_once_when_the_loss_is_found_on_the_way_out() {
        var candidacy = leading(a);
        var told = new AtomicInteger();
        a.work.last().leadership.onLoss(told::incrementAndGet);
        takeAwayFor("stranger-1", Duration.ofHours(1));

        a.driver.close(candidacy.contender());
        a.settle();
        pass(TIMING.renewEvery());
        a.settle();
        a.work.letReturn(a.work.last());
        a.settle();

        assertThat(told).hasValue(1);
        assertThat(row().holder()).isEqualTo("stranger-1");
        assertThat(hasEnded(candidacy)).isTrue();
    }

    @Test
    void a_callback_that_comes_too_late_runs_at_once() {
        leading(a);
        var leadership = a.work.last().leadership;
        pass(TIMING.trust());
        a.driver.runDue();
        var told = new AtomicInteger();

        leadership.onLoss(told::incrementAndGet);

        assertThat(told).hasValue(1);
        assertThatThrownBy(leadership::requireLeading)
                .isInstanceOf(LeadershipLostException.class)
                .hasMessageContaining("jobs");
    }

    @Test
    void a_lost_renewal_is_tried_at_least_twice_more_before_trust_ends() {
        var candidacy = leading(a);
        store.goDown();
        pass(TIMING.renewEvery());
        a.settle();
        var first = failedRenewals.get();

        passInSteps(a, TIMING.renewEvery().minus(NANO));

        assertThat(first).isEqualTo(1);
        assertThat(failedRenewals.get()).isGreaterThanOrEqualTo(first + 2).isLessThan(first + 10);
        store.comeBack();
        assertThat(candidacy.isLeading()).isTrue();
    }

    @Test
    void one_lost_renewal_costs_nothing() {
        var candidacy = leading(a);
        pass(TIMING.renewEvery());
        store.loseNextAnswer();
        a.settle();

        passInSteps(a, TTL);

        assertThat(candidacy.isLeading()).isTrue();
        assertThat(a.work.runs()).hasSize(1);
    }

    @Test
    void the_next_leadership_waits_for_the_work_to_return() {
        leading(a);
        store.goDown();
        passInSteps(a, TIMING.trust());
        store.comeBack();

        passInSteps(a, TTL.multipliedBy(3));
        assertThat(a.work.runs()).hasSize(1);

        a.work.letReturn(a.work.last());
        passInSteps(a, TIMING.renewEvery());
        assertThat(a.work.runs()).hasSize(2);
    }

    @Test
    void work_that_stops_in_time_after_a_silence_goes_on_in_the_same_term() {
        leading(a);
        var token = row().token();
        store.goDown();
        passInSteps(a, TIMING.trust());
        a.work.letReturn(a.work.last());
        store.comeBack();

        passInSteps(a, MOMENT);

        assertThat(a.work.runs()).hasSize(2);
        assertThat(a.work.last().leadership.token()).isEqualTo(token);
    }

    @Test
    void while_work_stops_its_lease_is_kept_from_others_but_not_for_ever() {
        leading(a);
        store.goDown();
        passInSteps(a, TIMING.trust());
        store.comeBack();
        var before = row().expiresAt();

        passInSteps(a, TIMING.stopWithin());
        var kept = row().expiresAt();
        assertThat(kept).isAfter(before);

        passInSteps(a, TTL.multipliedBy(2));
        assertThat(row().expiresAt()).isEqualTo(kept);
        assertThat(row().isFree()).isTrue();
    }

    @Test
    void a_close_stops_the_work_and_releases_after_it_has_returned() {
        var candidacy = leading(a);

        a.driver.close(candidacy.contender());
        assertThat(candidacy.isLeading()).isFalse();
        a.settle();
        assertThat(row().isFree()).isFalse();

        a.work.letReturn(a.work.last());
        a.settle();
        assertThat(a.work.last().isInterrupted()).isTrue();
        assertThat(row().isFree()).isTrue();
        assertThat(hasEnded(candidacy)).isTrue();
    }

    @Test
    void another_process_does_not_begin_before_the_work_of_a_closed_one_has_returned() {
        var candidacy = leading(a);
        b.elect(NAME, TIMING);
        b.settle();
        a.driver.close(candidacy.contender());

        passInSteps(a, TIMING.stopWithin().minus(NANO));
        b.settle();
        assertThat(b.work.runs()).isEmpty();

        a.work.letReturn(a.work.last());
        a.settle();
        pass(TIMING.renewEvery());
        b.settle();
        assertThat(b.work.runs()).hasSize(1);
    }

    @Test
    void work_that_does_not_return_when_closed_leaves_its_lease_to_expire() {
        var candidacy = leading(a);
        a.driver.close(candidacy.contender());
        a.settle();

        passInSteps(a, TIMING.stopWithin().minus(NANO));
        assertThat(hasEnded(candidacy)).isFalse();

        pass(NANO);
        a.settle();
        assertThat(hasEnded(candidacy)).isTrue();
        assertThat(row().isFree()).isFalse();
    }

    @Test
    void a_close_while_waiting_releases_what_is_granted_meanwhile() {
        var candidacy = a.elect(NAME, TIMING);
        a.driver.runDue(); // asked
        a.driver.close(candidacy.contender());

        a.settle();

        assertThat(a.work.runs()).isEmpty();
        assertThat(row().isFree()).isTrue();
        assertThat(hasEnded(candidacy)).isTrue();
    }

    @Test
    void a_release_that_fails_leaves_the_lease_to_expire() {
        var candidacy = leading(a);
        a.driver.close(candidacy.contender());
        a.settle();
        store.goDown();

        a.work.letReturn(a.work.last());
        a.settle();

        assertThat(hasEnded(candidacy)).isTrue();
    }

    @Test
    void work_that_returns_by_itself_releases_and_competes_again_a_third_of_the_ttl_later() {
        leading(a);
        var told = new AtomicInteger();
        a.work.last().leadership.onLoss(told::incrementAndGet);

        a.work.letReturn(a.work.last());
        a.settle();
        assertThat(row().isFree()).isTrue();
        assertThat(told).hasValue(1);

        pass(TIMING.renewEvery().minusMillis(1));
        a.settle();
        assertThat(a.work.runs()).hasSize(1);
        pass(MOMENT);
        a.settle();
        assertThat(a.work.runs()).hasSize(2);
        assertThat(a.work.last().leadership.token())
                .isGreaterThan(a.work.runs().get(0).leadership.token());
    }

    @Test
    void a_release_that_comes_through_late_does_no_harm_to_what_is_led_next() {
        leading(a);
        store.delayNext();
        a.work.letReturn(a.work.last());
        a.settle();
        pass(TIMING.renewEvery());
        a.settle();
        assertThat(a.work.runs()).hasSize(2);

        store.executeLateOnes();

        assertThat(row().isFree()).isFalse();
        assertThat(a.work.last().leadership.token())
                .isGreaterThan(a.work.runs().get(0).leadership.token());
    }

    @Test
    void a_term_that_a_restored_backup_brings_back_is_not_gone_on_with() {
        leading(a);
        var old = row();
        a.work.letReturn(a.work.last());
        a.settle();
        pass(TIMING.renewEvery());
        a.settle();
        var highest = a.work.last().leadership.token();
        store.goDown();
        passInSteps(a, TIMING.trust());
        a.work.letReturn(a.work.last());

        store.restore(old, TTL);
        store.comeBack();
        passInSteps(a, TIMING.renewEvery());

        assertThat(a.work.runs()).hasSize(3);
        assertThat(a.work.last().leadership.token()).isGreaterThan(highest);
    }

    @Test
    void work_that_throws_is_like_work_that_returns() {
        leading(a);

        a.work.letThrow(a.work.last());
        a.settle();

        assertThat(row().isFree()).isTrue();
        pass(TIMING.renewEvery());
        a.settle();
        assertThat(a.work.runs()).hasSize(2);
    }

    @Test
    void a_callback_that_throws_an_error_harms_nothing() {
        leading(a);
        var told = new AtomicInteger();
        a.work.last().leadership.onLoss(() -> {
            throw new StackOverflowError("planted");
        });
        a.work.last().leadership.onLoss(told::incrementAndGet);

        pass(TIMING.trust());
        a.settle();
        a.work.letReturn(a.work.last());
        passInSteps(a, TTL);

        assertThat(told).hasValue(1);
        assertThat(a.guard.errors()).isEqualTo(1);
        assertThat(a.work.runs()).hasSize(2);
    }

    @Test
    void an_error_in_a_renewal_does_not_end_renewals() {
        var candidacy = leading(a);
        pass(TIMING.renewEvery());
        store.throwNext(new NoClassDefFoundError("planted"));
        a.settle();

        passInSteps(a, TTL.multipliedBy(2));

        assertThat(candidacy.isLeading()).isTrue();
        assertThat(a.guard.errors()).isEqualTo(1);
    }

    @Test
    void a_listener_that_throws_errors_harms_nothing() {
        var broken = new ElectionListener() {
            @Override
            public void joined(Candidacy candidacy) {
                throw new AssertionError("planted");
            }

            @Override
            public void errorSurvived(Throwable error) {
                throw new AssertionError("planted");
            }
        };
        var c = new TestProcess("c-1", store, broken, () -> 0.5);

        var candidacy = leading(c);

        assertThat(candidacy.isLeading()).isTrue();
        assertThat(c.guard.errors()).isEqualTo(2);
    }

    @Test
    void a_store_that_is_down_at_first_is_waited_for() {
        store.goDown();
        var candidacy = a.elect(NAME, TIMING);
        passInSteps(a, Duration.ofMinutes(10));
        assertThat(candidacy.isLeading()).isFalse();

        store.comeBack();
        passInSteps(a, TIMING.renewEvery());

        assertThat(candidacy.isLeading()).isTrue();
    }

    @Test
    void a_store_that_is_down_for_long_is_not_hammered() {
        store.goDown();
        a.elect(NAME, TIMING);
        passInSteps(a, TTL);
        var calls = store.calls();

        passInSteps(a, TTL.multipliedBy(10));

        assertThat(store.calls() - calls).isBetween(30, 45);
    }

    @Test
    void a_term_whose_grant_was_not_heard_of_is_gone_on_with() {
        store.loseNextAnswer();
        var candidacy = a.elect(NAME, TIMING);
        a.settle();
        assertThat(candidacy.isLeading()).isFalse();
        var token = row().token();

        pass(TTL.dividedBy(16));
        a.settle();

        assertThat(a.work.last().leadership.token()).isEqualTo(token);
    }

    @Test
    void an_acquisition_carried_out_late_gives_nobody_a_surprise() {
        store.delayNext();
        a.elect(NAME, TIMING);
        a.settle();
        b.elect(NAME, TIMING);
        b.settle();
        assertThat(b.work.runs()).hasSize(1);

        store.executeLateOnes();

        assertThat(row().holder()).isEqualTo("b-1");
    }

    @Test
    void a_waiting_process_has_the_lease_as_soon_as_the_holder_is_expired() {
        leading(a); // and is never heard of again
        var candidacy = b.elect(NAME, TIMING);
        b.settle();

        passInSteps(b, TTL.minusMillis(1));
        assertThat(candidacy.isLeading()).isFalse();

        var delay = b.settle();
        assertThat(delay).isLessThan(Duration.ofMillis(20));
        pass(MOMENT);
        b.settle();
        assertThat(candidacy.isLeading()).isTrue();
    }

    @Test
    void a_waiting_process_asks_every_third_of_the_ttl_though_the_term_runs_longer() {
        takeAwayFor("stranger-1", Duration.ofHours(1));
        a.elect(NAME, TIMING);
        a.settle();
        var calls = store.calls();

        pass(TIMING.renewEvery());
        a.settle();

        assertThat(store.calls()).isEqualTo(calls + 1);
    }

    @Test
    void a_notification_makes_a_waiting_process_look_at_once() {
        try (var watch = otherLine.watch(b.driver::noticed)) {
            var candidacy = leading(a);
            b.elect(NAME, TIMING);
            b.settle();
            pass(Duration.ofSeconds(1));

            a.driver.close(candidacy.contender());
            a.settle();
            a.work.letReturn(a.work.last());
            a.settle();
            pass(MOMENT);
            b.settle();

            assertThat(b.work.runs()).hasSize(1);
        }
    }

    @Test
    void forged_notifications_do_not_make_it_look_without_end() {
        takeAwayFor("stranger-1", Duration.ofHours(1));
        a.elect(NAME, TIMING);
        a.settle();
        var calls = store.calls();

        for (var i = 0; i < 10_000; i++) {
            a.driver.noticed(Optional.of(NAME));
            pass(Duration.ofNanos(100_000)); // a second in all
            a.settle();
        }

        assertThat(store.calls() - calls).isBetween(10, 100);
    }

    @Test
    void a_notification_of_another_lease_moves_nobody() {
        takeAwayFor("stranger-1", Duration.ofHours(1));
        a.elect(NAME, TIMING);
        a.settle();
        var calls = store.calls();
        pass(Duration.ofSeconds(1));

        a.driver.noticed(Optional.of(LeaseName.of("other")));
        pass(MOMENT);
        a.settle();

        assertThat(store.calls()).isEqualTo(calls);
    }

    @Test
    void a_leader_looks_when_it_hears_of_a_change_that_is_not_its_own() {
        try (var watch = store.watch(a.driver::noticed)) {
            var candidacy = leading(a);
            pass(Duration.ofSeconds(5));

            takeAwayFor("stranger-1", Duration.ofHours(1));
            a.settle();

            assertThat(candidacy.isLeading()).isFalse();
        }
    }

    @Test
    void renewals_that_fall_due_together_go_in_one_statement() {
        List<Candidacy> all = new ArrayList<>();
        for (var i = 0; i < 1_000; i++) {
            all.add(a.elect(LeaseName.of("lease-" + i), TIMING));
        }
        a.settle();
        var calls = store.calls();

        pass(TIMING.renewEvery());
        a.settle();

        assertThat(store.calls()).isEqualTo(calls + 1);
        assertThat(all).allMatch(Candidacy::isLeading);
    }

    @Test
    void renewals_that_are_nearly_due_go_with_one_that_is() {
        a.elect(LeaseName.of("one"), TIMING);
        a.settle();
        pass(Duration.ofSeconds(1));
        a.elect(LeaseName.of("two"), TIMING);
        a.settle();
        var calls = store.calls();

        pass(Duration.ofSeconds(9));
        a.settle();
        pass(Duration.ofSeconds(1));
        a.settle();

        assertThat(store.calls()).isEqualTo(calls + 1);
    }

    @Test
    void one_lease_that_is_lost_costs_the_others_nothing() {
        var lost = leading(a);
        var other = a.elect(LeaseName.of("other"), TIMING);
        a.settle();
        takeAwayFor("stranger-1", Duration.ofHours(1));

        pass(TIMING.renewEvery());
        a.settle();

        assertThat(lost.isLeading()).isFalse();
        assertThat(other.isLeading()).isTrue();
    }

    @Test
    void a_hanging_acquisition_does_not_hold_up_renewals() {
        var candidacy = leading(a);
        a.elect(LeaseName.of("other"), TIMING);
        a.driver.runDue(); // its acquisition is handed to its thread, which never comes back

        for (var i = 0; i < 6; i++) {
            pass(TIMING.renewEvery());
            a.driver.runDue();
            a.renewals.runNext();
        }

        assertThat(candidacy.isLeading()).isTrue();
    }

    @Test
    void a_lease_is_competed_for_once_in_a_process() {
        a.elect(NAME, TIMING);

        assertThatThrownBy(() -> a.elect(NAME, TIMING))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("jobs");
    }

    @Test
    void a_lease_can_be_competed_for_again_after_a_close() {
        var first = leading(a);
        a.driver.close(first.contender());
        a.settle();
        a.work.letReturn(a.work.last());
        a.settle();

        var second = leading(a);

        assertThat(second.isLeading()).isTrue();
        assertThat(first.isLeading()).isFalse();
    }

    @Test
    void nothing_is_competed_for_after_the_end() {
        a.driver.close();

        assertThat(a.driver.isDone()).isTrue();
        assertThatThrownBy(() -> a.elect(NAME, TIMING)).isInstanceOf(IllegalStateException.class);
    }

    private Candidacy leading(TestProcess process) {
        var candidacy = process.elect(NAME, TIMING);
        process.settle();
        assertThat(candidacy.isLeading()).isTrue();
        return candidacy;
    }

    private void takeAwayFor(String holder, Duration ttl) {
        var row = otherLine.find(List.of(NAME)).get(NAME);
        var stranger = HolderId.of(holder);
        var claim = Claim.ofOwn(NAME, stranger, ttl, HolderInfo.UNKNOWN);
        if (row == null) {
            otherLine.tryAcquire(claim);
        } else {
            var holding = HolderId.of(row.holder());
            otherLine.handOver(new Term(NAME, holding, row.token(), holding), claim);
        }
    }

    private Lease row() {
        return otherLine.find(List.of(NAME)).get(NAME);
    }

    private static boolean hasEnded(Candidacy candidacy) {
        return candidacy.contender().ended().getCount() == 0;
    }

    /** Time passes everywhere, and nobody moves. */
    private void pass(Duration duration) {
        store.advance(duration);
        a.pass(duration);
        b.pass(duration);
    }

    /** Time passes, and the process does what is due at the moment when it is. */
    private void passInSteps(TestProcess process, Duration duration) {
        var left = duration;
        for (var next = process.settle(); left.compareTo(next) > 0; next = process.settle()) {
            pass(next);
            left = left.minus(next);
        }
        pass(left);
        process.settle();
    }

    private ElectionListener counting() {
        return new ElectionListener() {
            @Override
            public void renewalFailed(LeaseName lease) {
                failedRenewals.incrementAndGet();
            }
        };
    }
}
