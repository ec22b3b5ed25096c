package io.anixops.lease.operator;

import static io.anixops.lease.operator.Samples.JOBS;
import static io.anixops.lease.operator.Samples.KEYS;
import static io.anixops.lease.operator.Samples.NAME;
import static io.anixops.lease.operator.Samples.OPERATOR;
import static io.anixops.lease.operator.Samples.TTL;
import static io.anixops.lease.operator.Samples.marked;
import static io.anixops.lease.operator.Samples.ready;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.anixops.lease.Claim;
import io.anixops.lease.HolderInfo;
import io.anixops.lease.InMemoryLeaseStore;
import io.anixops.lease.Lease;
import io.anixops.lease.LeaseStoreException;
import io.anixops.lease.Timing;
import io.anixops.lease.TrustWindow;
import io.anixops.lease.operator.api.DatabaseLease;
import io.anixops.lease.operator.decision.Candidate;
import io.anixops.lease.operator.decision.Outcome;
import io.anixops.lease.operator.decision.Reason;
import io.anixops.lease.operator.decision.Silence;
import io.anixops.lease.operator.decision.Step;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Each step against the database, and what holds then. */
class ElectionRoundTest {
    private static final Candidate A = ready("a");
    private static final Candidate B = ready("b");

    private final ManualNanos nanos = new ManualNanos();
    private final InMemoryLeaseStore store = new InMemoryLeaseStore();
    private final Holdings holdings = new Holdings();
    private final PodsInMemory pods = new PodsInMemory();
    private final DatabaseLease resource = resource();

    @Test
    void a_free_lease_is_held_for_the_candidate_with_all_that_is_known_of_it() {
        var outcome = round(null, 0).acquire(new Step.Acquire(A));

        assertThat(outcome).isEqualTo(new Outcome.Leads(held().term(), A, held().row(), null));
        assertThat(row().renewer()).isEqualTo(OPERATOR.value());
        assertThat(row().holderInfo()).isEqualTo(new HolderInfo("east", "control", "a", "uid-a", "node-1"));
    }

    @Test
    void a_new_term_is_above_the_highest_token_on_the_pods() {
        round(null, 4_294_967_296L).acquire(new Step.Acquire(A));

        assertThat(row().token()).isEqualTo(4_294_967_297L);
    }

    @Test
    void trust_begins_before_the_request_however_slow_the_answer() {
        var sentAt = nanos.getAsLong();
        store.beforeNext(() -> nanos.pass(Duration.ofSeconds(2)));

        round(null, 0).acquire(new Step.Acquire(A));

        assertThat(held().trust()).isEqualTo(TrustWindow.from(sentAt, TTL));
    }

    @Test
    void a_lease_that_was_seen_with_somebody_else_is_not_asked_for() {
        round(null, 0).acquire(new Step.Acquire(B));
        var seen = row();
        var calls = store.calls();

        var outcome = round(seen, 0).acquire(new Step.Acquire(A));

        assertThat(outcome).isEqualTo(new Outcome.Elsewhere(seen));
        assertThat(store.calls()).isEqualTo(calls);
    }

    @Test
    void a_lost_race_for_a_lease_leaves_nothing_held() {
        round(null, 0).acquire(new Step.Acquire(B));

        var outcome = round(null, 0).acquire(new Step.Acquire(A));

        assertThat(outcome).isInstanceOf(Outcome.Elsewhere.class);
        assertThat(holdings.all()).isEmpty();
    }

    @Test
    void a_hand_over_begins_a_new_term() {
        round(null, 0).acquire(new Step.Acquire(A));
        var before = held().term();

        var outcome = round(row(), 0).handOver(new Step.HandOver(before, B));

        assertThat(outcome).isEqualTo(new Outcome.Leads(held().term(), B, held().row(), null));
        assertThat(held().term().token()).isGreaterThan(before.token());
        assertThat(row().isHeldBy(B.holder())).isTrue();
    }

    @Test
    void a_kept_term_leads_until_trust_ends_and_not_a_moment_longer() {
        round(null, 0).acquire(new Step.Acquire(A));
        var keep = new Step.Keep(held().term(), A);

        nanos.pass(Timing.trust(TTL).minusNanos(1));
        assertThat(round(row(), 0).keep(keep)).isEqualTo(new Outcome.Leads(held().term(), A, held().row(), null));

        nanos.pass(Duration.ofNanos(1));
        assertThat(round(row(), 0).keep(keep))
                .isEqualTo(new Outcome.Idle(
                        Reason.DATABASE_UNREACHABLE,
                        "the database has not confirmed the lease for two thirds of its ttl of 30 s",
                        null));
    }

    @Test
    void at_the_end_of_trust_people_are_told_what_the_last_renewal_met() {
        round(null, 0).acquire(new Step.Acquire(A));
        var keep = new Step.Keep(held().term(), A);
        var readOnly = new Silence(Reason.DATABASE_READ_ONLY, "it takes no writes");
        holdings.change(JOBS, keep.term(), now -> now.silent(0, readOnly));

        assertThat(round(row(), 0).keep(keep)).isEqualTo(new Outcome.Leads(keep.term(), A, held().row(), readOnly));

        nanos.pass(Timing.trust(TTL));
        assertThat(round(row(), 0).keep(keep))
                .isEqualTo(new Outcome.Idle(
                        Reason.DATABASE_READ_ONLY,
                        "the database has not confirmed the lease for two thirds of its ttl of 30 s: it takes no writes",
                        null));
    }

    @Test
    void the_label_is_off_before_the_lease_is_released() {
        round(null, 0).acquire(new Step.Acquire(A));
        pods.put(marked("a", "1", true));
        var round = round(row(), 0);
        store.beforeNext(() -> assertThat(KEYS.marksLeader(pods.get("a"))).isFalse());

        var outcome = round.release(new Step.Release(held().term(), Reason.SUSPENDED));

        assertThat(outcome).isEqualTo(new Outcome.Idle(Reason.SUSPENDED, "spec.suspend is true", null));
        assertThat(row().isFree()).isTrue();
        assertThat(holdings.all()).isEmpty();
    }

    @Test
    void the_label_of_a_term_from_before_a_restart_is_off_before_the_lease_is_released() {
        round(null, 0).acquire(new Step.Acquire(A));
        var term = held().term();
        holdings.end(JOBS);
        pods.put(marked("a", "1", true));
        var round = round(row(), 0);
        store.beforeNext(() -> assertThat(KEYS.marksLeader(pods.get("a"))).isFalse());

        round.release(new Step.Release(term, Reason.NO_CANDIDATE));

        assertThat(KEYS.marksLeader(pods.get("a"))).isFalse();
        assertThat(row().isFree()).isTrue();
    }

    @Test
    void a_release_that_came_too_late_says_who_has_it_and_not_that_nobody_has() {
        round(null, 0).acquire(new Step.Acquire(A));
        var term = held().term();
        store.handOver(term, claim(B));

        var outcome = round(row(), 0).release(new Step.Release(term, Reason.NO_CANDIDATE));

        var said = outcome.match(leads -> null, itself -> null, elsewhere -> null, Outcome.Idle::row);
        assertThat(said).isNotNull().matches(row -> row.isHeldBy(B.holder()));
        assertThat(row().isHeldBy(B.holder())).isTrue();
    }

    @Test
    void a_term_that_another_replica_took_over_meanwhile_is_not_kept() {
        round(null, 0).acquire(new Step.Acquire(A));
        var keep = new Step.Keep(held().term(), A);
        var seen = row();

        holdings.endAll();

        assertThat(round(seen, 0).keep(keep)).isEqualTo(new Outcome.Elsewhere(seen));
    }

    @Test
    void a_release_that_had_no_answer_keeps_what_is_held_to_be_tried_again() {
        round(null, 0).acquire(new Step.Acquire(A));
        var release = new Step.Release(held().term(), Reason.NO_CANDIDATE);
        var round = round(row(), 0);
        store.goDown();

        assertThatThrownBy(() -> round.release(release)).isInstanceOf(LeaseStoreException.class);

        assertThat(holdings.of(JOBS)).isPresent();
    }

    @Test
    void a_release_that_is_tried_again_and_again_takes_the_label_off_once() {
        round(null, 0).acquire(new Step.Acquire(A));
        pods.put(marked("a", "1", true));
        var release = new Step.Release(held().term(), Reason.SUSPENDED);
        var round = round(row(), 0);
        store.goDown();

        assertThatThrownBy(() -> round.release(release)).isInstanceOf(LeaseStoreException.class);
        assertThatThrownBy(() -> round.release(release)).isInstanceOf(LeaseStoreException.class);

        assertThat(pods.written()).containsExactly("a");
    }

    private Claim claim(Candidate pod) {
        return new Claim(NAME, pod.holder(), OPERATOR, TTL, HolderInfo.UNKNOWN, 0);
    }

    private ElectionRound round(@Nullable Lease seen, long seenToken) {
        var options = OperatorRig.options(Set.of(), OPERATOR, "east");
        var tools = new ElectionRound.Tools(
                store, new Releases(store, nanos), holdings, new LabelRemoval(pods, () -> "n1"), options, nanos);
        return new ElectionRound(
                tools, resource, new LeaseRow.Named(NAME, TTL, LeaseRow.ElectedBy.OPERATOR), seen, seenToken);
    }

    private Holding held() {
        return holdings.of(JOBS).orElseThrow();
    }

    private Lease row() {
        return store.find(List.of(NAME)).get(NAME);
    }

    private static DatabaseLease resource() {
        var lease = MockApi.lease("jobs", 30);
        lease.getMetadata().setUid("uid-jobs");
        return lease;
    }
}
