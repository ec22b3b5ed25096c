package io.anixops.lease.operator;

import static io.anixops.lease.operator.Samples.OPERATOR;
import static io.anixops.lease.operator.Samples.TTL;
import static io.anixops.lease.operator.Samples.ready;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.anixops.lease.Attempt;
import io.anixops.lease.Claim;
import io.anixops.lease.HolderId;
import io.anixops.lease.HolderInfo;
import io.anixops.lease.InMemoryLeaseStore;
import io.anixops.lease.LeaseName;
import io.anixops.lease.Term;
import io.anixops.lease.Timing;
import io.anixops.lease.TrustWindow;
import io.anixops.lease.operator.decision.Reason;
import io.anixops.lease.operator.decision.Silence;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RenewalsTest {
    private static final Duration RENEW_EVERY = Timing.renewEvery(TTL);

    private final ManualNanos nanos = new ManualNanos();
    private final InMemoryLeaseStore store = new InMemoryLeaseStore();
    private final Holdings holdings = new Holdings();
    private final List<ResourceID> woken = new ArrayList<>();
    private int late;
    private final Renewals renewals = new Renewals(holdings, store, nanos, woken::add, () -> late++);

    @Test
    void nothing_is_asked_while_nothing_is_due() {
        hold("jobs", TTL);
        var calls = store.calls();

        pass(RENEW_EVERY.minusMillis(100).minusNanos(1));
        renewals.tick();

        assertThat(store.calls()).isEqualTo(calls);
    }

    @Test
    void what_is_due_and_what_is_due_within_a_tenth_of_a_second_goes_in_one_call() {
        var first = hold("first", TTL);
        pass(Duration.ofMillis(100));
        var second = hold("second", TTL);
        pass(Duration.ofNanos(1));
        var third = hold("third", TTL);
        pass(RENEW_EVERY.minusMillis(100).minusNanos(1));
        var calls = store.calls();

        renewals.tick();

        assertThat(store.calls()).isEqualTo(calls + 1);
        assertThat(of(first).trust()).isEqualTo(TrustWindow.from(nanos.getAsLong(), TTL));
        assertThat(of(second).trust()).isEqualTo(TrustWindow.from(nanos.getAsLong(), TTL));
        assertThat(of(third).trust()).isNotEqualTo(TrustWindow.from(nanos.getAsLong(), TTL));
    }

    @Test
    void one_whose_answer_cannot_be_dealt_with_costs_the_others_nothing() {
        var names = List.of("a", "b", "c", "d");
        var held = names.stream().map(name -> hold(name, TTL)).toList();
        var broken = new Renewals(
                holdings,
                store,
                nanos,
                resource -> {
                    throw new IllegalStateException("planted");
                },
                () -> late++);
        var lost = of(held.get(1));
        store.release(lost.term());
        pass(RENEW_EVERY);

        assertThatThrownBy(broken::tick).hasMessage("planted");

        assertThat(of(held.get(1)).isLost()).isTrue();
        assertThat(held.stream()
                        .filter(resource -> of(resource).trust().equals(TrustWindow.from(nanos.getAsLong(), TTL))))
                .hasSize(3);
    }

    @Test
    void a_renewal_is_trusted_from_before_its_request_however_slow_the_answer() {
        var jobs = hold("jobs", TTL);
        pass(RENEW_EVERY);
        var sentAt = nanos.getAsLong();
        store.beforeNext(() -> pass(Duration.ofSeconds(2)));

        renewals.tick();

        assertThat(of(jobs).trust()).isEqualTo(TrustWindow.from(sentAt, TTL));
        assertThat(of(jobs).renewAt()).isEqualTo(sentAt + RENEW_EVERY.toNanos());
        assertThat(woken).isEmpty();
    }

    @Test
    void a_renewal_is_late_when_less_than_a_quarter_of_the_trust_was_left_when_it_was_confirmed() {
        hold("jobs", TTL);
        var threeQuarters = Timing.trust(TTL).dividedBy(4).multipliedBy(3);
        pass(threeQuarters);
        renewals.tick();
        assertThat(late).isZero();

        pass(RENEW_EVERY);
        store.beforeNext(() -> pass(threeQuarters.minus(RENEW_EVERY).plusNanos(1)));
        renewals.tick();
        assertThat(late).isEqualTo(1);
    }

    @Test
    void a_term_that_was_handed_over_meanwhile_is_no_loss() {
        var jobs = hold("jobs", TTL);
        pass(RENEW_EVERY);
        var next = new Term(
                of(jobs).term().name(),
                HolderId.of("next-1"),
                99,
                of(jobs).term().renewer());
        store.beforeNext(() -> {
            store.release(of(jobs).term());
            holdings.begin(
                    Holding.confirmed(jobs, "uid", of(jobs).leader(), next, of(jobs).row(), TTL, nanos.getAsLong()));
        });

        renewals.tick();

        assertThat(of(jobs).isLost()).isFalse();
        assertThat(woken).isEmpty();
    }

    @Test
    void a_term_that_is_over_is_lost_and_told_and_not_asked_for_again() {
        var jobs = hold("jobs", TTL);
        store.release(of(jobs).term());
        pass(RENEW_EVERY);

        renewals.tick();

        assertThat(of(jobs).isLost()).isTrue();
        assertThat(of(jobs).trust().isOpenAt(nanos.getAsLong())).isFalse();
        assertThat(woken).containsExactly(jobs);

        var calls = store.calls();
        pass(TTL);
        renewals.tick();
        assertThat(store.calls()).isEqualTo(calls);
    }

    @ParameterizedTest(name = "ttl {0} s")
    @ValueSource(longs = {5, 6, 30, 3_600})
    void a_silent_database_is_asked_at_least_twice_more_before_trust_ends(long seconds) {
        var ttl = Duration.ofSeconds(seconds);
        var jobs = hold("jobs", ttl);
        store.goDown();
        var calls = store.calls();
        var tick = Duration.ofMillis(100);

        while (of(jobs).trust().isOpenAt(nanos.getAsLong())) {
            renewals.tick();
            pass(tick);
        }

        assertThat(store.calls() - calls).isBetween(3, 7);
        assertThat(of(jobs).state()).isEqualTo(Holding.State.SILENT);
    }

    @Test
    void silence_is_told_once_and_does_not_lengthen_trust() {
        var jobs = hold("jobs", TTL);
        var trust = of(jobs).trust();
        store.goDown();

        for (var second = 0; second < 30; second++) {
            pass(Duration.ofSeconds(1));
            renewals.tick();
        }

        assertThat(of(jobs).trust()).isEqualTo(trust);
        assertThat(woken).containsExactly(jobs);
    }

    @Test
    void silence_for_another_reason_is_told_again() {
        var jobs = hold("jobs", TTL);
        var readOnly = new Silence(Reason.DATABASE_READ_ONLY, "it takes no writes");
        holdings.change(jobs, of(jobs).term(), now -> now.silent(nanos.getAsLong(), readOnly));
        store.goDown();

        renewals.tick();

        assertThat(woken).containsExactly(jobs);
        assertThat(of(jobs).silence().why()).isEqualTo(Reason.DATABASE_UNREACHABLE);
    }

    @Test
    void a_database_that_answers_again_in_time_is_told_and_the_term_goes_on() {
        var jobs = hold("jobs", TTL);
        store.goDown();
        pass(RENEW_EVERY);
        renewals.tick();
        store.comeBack();
        pass(Duration.ofSeconds(2));

        renewals.tick();

        assertThat(of(jobs).state()).isEqualTo(Holding.State.CONFIRMED);
        assertThat(of(jobs).trust()).isEqualTo(TrustWindow.from(nanos.getAsLong(), TTL));
        assertThat(woken).containsExactly(jobs, jobs);
    }

    @Test
    void a_lease_that_could_not_be_renewed_costs_the_others_nothing() {
        var lost = hold("lost", TTL);
        var jobs = hold("jobs", TTL);
        store.release(of(lost).term());
        pass(RENEW_EVERY);

        renewals.tick();

        assertThat(of(lost).isLost()).isTrue();
        assertThat(of(jobs).trust()).isEqualTo(TrustWindow.from(nanos.getAsLong(), TTL));
    }

    @Test
    void a_store_that_leaves_an_answer_out_was_silent_about_that_lease() {
        var jobs = hold("jobs", TTL);
        var forgetful = new Renewals(holdings, new ForgetfulStore(store), nanos, woken::add, () -> late++);
        pass(RENEW_EVERY);

        forgetful.tick();

        assertThat(of(jobs).state()).isEqualTo(Holding.State.SILENT);
        assertThat(woken).containsExactly(jobs);
    }

    @Test
    void a_lowered_ttl_is_written_with_the_next_renewal() {
        var jobs = hold("jobs", Duration.ofSeconds(60));
        wantTtl(jobs, Duration.ofSeconds(6));

        renewals.tick();

        assertThat(remaining("jobs")).isBetween(Duration.ofMillis(5_900), Duration.ofSeconds(6));
        assertThat(of(jobs).trust()).isEqualTo(TrustWindow.from(nanos.getAsLong(), Duration.ofSeconds(6)));
    }

    @Test
    void a_step_back_of_the_databases_clock_makes_no_term_longer_than_its_ttl() {
        var jobs = hold("jobs", TTL);
        pass(RENEW_EVERY);
        store.advance(Duration.ofSeconds(-140));

        renewals.tick();

        assertThat(remaining("jobs")).isBetween(TTL.minusMillis(100), TTL);
        assertThat(of(jobs).trust()).isEqualTo(TrustWindow.from(nanos.getAsLong(), TTL));
        assertThat(woken).isEmpty();
    }

    @Test
    void a_raised_ttl_is_written_with_the_next_renewal() {
        var jobs = hold("jobs", Duration.ofSeconds(6));
        wantTtl(jobs, Duration.ofSeconds(60));

        renewals.tick();

        assertThat(remaining("jobs")).isBetween(Duration.ofSeconds(59), Duration.ofSeconds(60));
        assertThat(of(jobs).trust()).isEqualTo(TrustWindow.from(nanos.getAsLong(), Duration.ofSeconds(60)));
    }

    @Test
    void a_ttl_that_is_raised_while_a_renewal_is_under_way_is_not_trusted_before_the_database_knows_it() {
        var jobs = hold("jobs", Duration.ofSeconds(6));
        pass(Duration.ofSeconds(2));
        var sentAt = nanos.getAsLong();
        store.beforeNext(() -> wantTtl(jobs, Duration.ofSeconds(60)));

        renewals.tick();
        assertThat(of(jobs).trust()).isEqualTo(TrustWindow.from(sentAt, Duration.ofSeconds(6)));

        renewals.tick();
        assertThat(of(jobs).trust()).isEqualTo(TrustWindow.from(sentAt, Duration.ofSeconds(60)));
        assertThat(remaining("jobs")).isGreaterThan(Duration.ofSeconds(59));
    }

    @Test
    void a_term_that_began_while_a_renewal_was_under_way_is_left_alone() {
        var jobs = hold("jobs", TTL);
        store.release(of(jobs).term());
        pass(RENEW_EVERY);
        store.beforeNext(() -> hold("jobs", TTL));

        renewals.tick();

        assertThat(of(jobs).state()).isEqualTo(Holding.State.CONFIRMED);
    }

    @Test
    void a_hint_makes_a_renewal_due_at_once() {
        var jobs = hold("jobs", TTL);
        store.release(of(jobs).term());

        renewals.soon(jobs);
        renewals.tick();

        assertThat(of(jobs).isLost()).isTrue();
    }

    private ResourceID hold(String name, Duration ttl) {
        var row = LeaseName.of("control/" + name);
        var claim = new Claim(row, HolderId.of(name + "-1"), OPERATOR, ttl, HolderInfo.UNKNOWN, 0);
        var sentAt = nanos.getAsLong();
        var id = new ResourceID(name, "control");
        var held = store.tryAcquire(claim).match(yes -> yes, RenewalsTest::refused);
        holdings.begin(Holding.confirmed(id, "uid", ready(name), held.term(), held.lease(), ttl, sentAt));
        return id;
    }

    private static Attempt.Held refused(Attempt.Denied denied) {
        throw new AssertionError(denied);
    }

    private void wantTtl(ResourceID id, Duration ttl) {
        Term term = of(id).term();
        holdings.change(id, term, now -> now.withTtl(ttl, nanos.getAsLong()));
    }

    private Holding of(ResourceID id) {
        return holdings.of(id).orElseThrow();
    }

    private Duration remaining(String name) {
        var row = LeaseName.of("control/" + name);
        return store.find(List.of(row)).get(row).remaining();
    }

    /** Here and at the database. */
    private void pass(Duration time) {
        nanos.pass(time);
        store.advance(time);
    }
}
