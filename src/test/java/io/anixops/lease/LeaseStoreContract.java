package io.anixops.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** What every lease store promises, as far as it can be told without SQL. */
public abstract class LeaseStoreContract {
    protected static final HolderId ALICE = HolderId.of("alice-00000001");
    protected static final HolderId BOB = HolderId.of("bob-00000002");
    protected static final HolderId OPERATOR = HolderId.of("operator-00000003");
    protected static final HolderId OPERATOR_2 = HolderId.of("operator-00000004");

    private static final Duration TTL = Duration.ofSeconds(60);
    private static final Duration SLACK = Duration.ofSeconds(20); // what a slow machine may need between two calls
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /** A name that no other test uses. */
    protected final LeaseName name = LeaseName.of("contract/" + UUID.randomUUID());

    protected abstract LeaseStore store();

    /** Lets the database's time pass, for all rows; a store may move its rows back instead of waiting. */
    protected abstract void pass(Duration duration);

    // Taking it

    @Test
    void a_lease_without_a_row_is_taken() {
        var held = take(ALICE);

        assertThat(held.term().name()).isEqualTo(name);
        assertThat(held.term().holder()).isEqualTo(ALICE);
        assertThat(held.term().renewer()).isEqualTo(ALICE);
        assertThat(held.term().token()).isPositive();
    }

    @Test
    void the_answer_shows_the_row_as_it_is_now() {
        var lease = take(ALICE).lease();

        assertThat(lease.isHeldBy(ALICE)).isTrue();
        assertThat(lease.renewer()).isEqualTo(ALICE.value());
        assertThat(lease.remaining()).isBetween(TTL.minus(SLACK), TTL);
        assertThat(lease.acquiredAt()).isEqualTo(lease.renewedAt());
        assertThat(Duration.between(lease.renewedAt(), lease.expiresAt())).isEqualTo(TTL);
        assertThat(row()).usingRecursiveComparison().ignoringFields("remaining").isEqualTo(lease);
    }

    @Test
    void who_is_refused_learns_who_holds_it_and_for_how_long() {
        var held = take(ALICE);

        var refused = refused(BOB);

        assertThat(refused.holder()).isEqualTo(ALICE.value());
        assertThat(refused.token()).isEqualTo(held.term().token());
        assertThat(refused.isFree()).isFalse();
        assertThat(refused.remaining()).isBetween(TTL.minus(SLACK), TTL);
    }

    @Test
    void a_refused_attempt_changes_nothing() {
        var held = take(ALICE);

        refused(BOB);

        assertThat(row()).usingRecursiveComparison().ignoringFields("remaining").isEqualTo(held.lease());
    }

    @Test
    void an_expired_lease_is_taken_by_another_in_a_new_term() {
        var first = take(ALICE);
        pass(TTL.plusSeconds(1));

        var second = take(BOB);

        assertThat(second.term().token()).isGreaterThan(first.term().token());
        assertThat(row().isHeldBy(BOB)).isTrue();
    }

    @Test
    void the_recorded_expiry_decides_and_not_the_ttl_of_who_asks() {
        take(ALICE);
        pass(TTL.dividedBy(2));

        var attempt = store().tryAcquire(Claim.ofOwn(name, BOB, Duration.ofSeconds(1), HolderInfo.UNKNOWN));

        assertThat(attempt).isInstanceOf(Attempt.Denied.class);
    }

    @Test
    void an_own_expired_lease_is_taken_again_in_a_new_term() {
        var first = take(ALICE);
        pass(TTL.plusSeconds(1));

        var second = take(ALICE);

        assertThat(second.term().token()).isGreaterThan(first.term().token());
    }

    @Test
    void an_own_running_term_goes_on_under_its_token() {
        var first = take(ALICE);
        pass(TTL.dividedBy(2));

        var again = take(ALICE);

        assertThat(again.term()).isEqualTo(first.term());
        assertThat(again.lease().remaining()).isBetween(TTL.minus(SLACK), TTL);
        assertThat(again.lease().renewedAt()).isAfter(again.lease().acquiredAt());
    }

    @Test
    void who_goes_on_with_a_running_term_of_its_holder_is_its_renewer_from_then_on() {
        var first = take(claim(ALICE, OPERATOR));

        var second = take(claim(ALICE, OPERATOR_2));

        assertThat(second.term().token()).isEqualTo(first.term().token());
        assertThat(second.term().renewer()).isEqualTo(OPERATOR_2);
        assertThat(row().renewer()).isEqualTo(OPERATOR_2.value());
        assertThat(renew(first.term())).isInstanceOf(Renewal.Lost.class);
        assertThat(store().release(first.term())).isFalse();
        assertThat(store().handOver(first.term(), claim(BOB))).isInstanceOf(Attempt.Denied.class);
        assertThat(renew(second.term())).isInstanceOf(Renewal.Renewed.class);
    }

    @Test
    void going_on_with_a_running_term_does_not_shorten_it() {
        var first = take(ALICE);

        var again = take(Claim.ofOwn(name, ALICE, Duration.ofSeconds(5), HolderInfo.UNKNOWN));

        assertThat(again.lease().expiresAt()).isEqualTo(first.lease().expiresAt());
    }

    @Test
    void a_new_term_is_above_the_highest_token_that_the_claimant_has_seen() {
        var seen = 1L << 50;

        var held = take(new Claim(name, ALICE, ALICE, TTL, HolderInfo.UNKNOWN, seen));

        assertThat(held.term().token()).isGreaterThan(seen);
    }

    @Test
    void tokens_go_on_rising_after_a_seen_one() {
        var first = take(new Claim(name, ALICE, ALICE, TTL, HolderInfo.UNKNOWN, 1L << 50));
        store().release(first.term());

        assertThat(take(BOB).term().token()).isGreaterThan(first.term().token());
    }

    @Test
    void the_row_tells_where_its_holder_lives() {
        var info = new HolderInfo("east", "control", "web-0", null, "node-7");

        take(new Claim(name, ALICE, OPERATOR, TTL, info, 0));

        assertThat(row().holderInfo()).isEqualTo(info);
    }

    @Test
    void a_holder_of_whom_nothing_is_known_leaves_nothing_of_the_one_before() {
        var first = take(new Claim(name, ALICE, ALICE, TTL, new HolderInfo("east", "n", "p", "u", "w"), 0));
        store().release(first.term());

        take(BOB);

        assertThat(row().holderInfo().isUnknown()).isTrue();
    }

    @Test
    void names_that_differ_in_case_alone_are_two_leases() {
        var upper = LeaseName.of(name + "X");
        var lower = LeaseName.of(name + "x");

        take(Claim.ofOwn(upper, ALICE, TTL, HolderInfo.UNKNOWN));

        take(Claim.ofOwn(lower, BOB, TTL, HolderInfo.UNKNOWN));
    }

    @RepeatedTest(10)
    void of_many_that_try_at_once_one_has_it() throws Exception {
        var executor = Executors.newFixedThreadPool(8);
        try {
            var attempts = executor.invokeAll(IntStream.range(0, 8)
                    .mapToObj(i -> (Callable<Attempt>) () -> store().tryAcquire(claim(HolderId.of("racer-" + i))))
                    .toList());
            var held = 0;
            for (var attempt : attempts) {
                held += attempt.get() instanceof Attempt.Held ? 1 : 0;
            }
            assertThat(held).isEqualTo(1);
        } finally {
            executor.shutdownNow();
        }
    }

    // Renewing it

    @Test
    void a_renewal_extends_the_term_and_keeps_its_token() {
        var held = take(ALICE);
        pass(TTL.dividedBy(2));

        var renewed = renewed(held.term());

        assertThat(renewed.token()).isEqualTo(held.term().token());
        assertThat(renewed.remaining()).isBetween(TTL.minus(SLACK), TTL);
        assertThat(renewed.renewedAt()).isAfter(renewed.acquiredAt());
        assertThat(row()).usingRecursiveComparison().ignoringFields("remaining").isEqualTo(renewed);
    }

    @Test
    void another_renewer_takes_a_running_term_over_and_the_former_one_can_do_nothing_to_it() {
        var held = take(ALICE);
        var successor = HolderId.of("operator-2");

        var answer = renew(new RenewalRequest(held.term(), TTL, successor));

        assertThat(answer).isInstanceOf(Renewal.Renewed.class);
        assertThat(row().renewer()).isEqualTo("operator-2");
        assertThat(row().token()).isEqualTo(held.term().token());
        assertThat(renew(held.term())).isInstanceOf(Renewal.Lost.class);
        assertThat(store().release(held.term())).isFalse();
        assertThat(renew(new Term(held.term().name(), ALICE, held.term().token(), successor)))
                .isInstanceOf(Renewal.Renewed.class);
    }

    @Test
    void a_renewal_never_shortens_the_term() {
        var held = take(ALICE);

        var answer = renew(new RenewalRequest(held.term(), Duration.ofSeconds(5)));

        assertThat(answer).isInstanceOf(Renewal.Renewed.class);
        assertThat(row().expiresAt()).isEqualTo(held.lease().expiresAt());
    }

    @Test
    void an_expired_term_is_not_renewed_though_nobody_took_it() {
        var held = take(ALICE);
        pass(TTL.plusSeconds(1));

        assertThat(renew(held.term())).isInstanceOf(Renewal.Lost.class);
        assertThat(row().isFree()).isTrue();
    }

    @Test
    void a_renewal_matches_holder_and_token_and_renewer() {
        var term = take(claim(ALICE, OPERATOR)).term();

        assertThat(renew(new Term(name, BOB, term.token(), OPERATOR))).isInstanceOf(Renewal.Lost.class);
        assertThat(renew(new Term(name, ALICE, term.token() + 1, OPERATOR))).isInstanceOf(Renewal.Lost.class);
        assertThat(renew(new Term(name, ALICE, term.token(), OPERATOR_2))).isInstanceOf(Renewal.Lost.class);
        assertThat(renew(term)).isInstanceOf(Renewal.Renewed.class);
    }

    @Test
    void a_term_without_a_row_is_lost() {
        assertThat(renew(new Term(name, ALICE, 1, ALICE))).isInstanceOf(Renewal.Lost.class);
    }

    @Test
    void many_are_renewed_at_once_and_one_that_is_lost_costs_the_others_nothing() {
        var names = List.of(LeaseName.of(name + "1"), LeaseName.of(name + "2"), LeaseName.of(name + "3"));
        var terms = names.stream()
                .map(each ->
                        take(Claim.ofOwn(each, ALICE, TTL, HolderInfo.UNKNOWN)).term())
                .toList();
        store().release(terms.get(1));

        var answers = store().renew(terms.stream()
                .map(term -> new RenewalRequest(term, TTL))
                .toList());

        assertThat(answers).containsOnlyKeys(names);
        assertThat(answers.get(names.get(0))).isInstanceOf(Renewal.Renewed.class);
        assertThat(answers.get(names.get(1))).isInstanceOf(Renewal.Lost.class);
        assertThat(answers.get(names.get(2))).isInstanceOf(Renewal.Renewed.class);
    }

    @Test
    void nothing_to_renew_or_find_is_no_mistake() {
        assertThat(store().renew(List.of())).isEmpty();
        assertThat(store().find(List.of())).isEmpty();
    }

    // Giving it up

    @Test
    void a_released_lease_is_taken_at_once_under_a_higher_token() {
        var first = take(ALICE);

        assertThat(store().release(first.term())).isTrue();

        assertThat(take(BOB).term().token()).isGreaterThan(first.term().token());
    }

    @Test
    void a_release_keeps_the_row_with_holder_and_token() {
        var held = take(ALICE);

        store().release(held.term());

        assertThat(row().holder()).isEqualTo(ALICE.value());
        assertThat(row().token()).isEqualTo(held.term().token());
        assertThat(row().isFree()).isTrue();
    }

    @Test
    void an_own_released_lease_is_taken_again_in_a_new_term() {
        var first = take(ALICE);
        store().release(first.term());

        assertThat(take(ALICE).term().token()).isGreaterThan(first.term().token());
    }

    @Test
    void a_released_term_is_over_for_its_former_holder() {
        var held = take(ALICE);
        store().release(held.term());

        assertThat(renew(held.term())).isInstanceOf(Renewal.Lost.class);
        assertThat(store().release(held.term())).isFalse();
        assertThat(row().isFree()).isTrue();
    }

    @Test
    void the_release_of_a_lease_lost_meanwhile_leaves_it_alone() {
        var lost = take(ALICE);
        pass(TTL.plusSeconds(1));
        var current = take(BOB);

        assertThat(store().release(lost.term())).isFalse();

        assertThat(row()).usingRecursiveComparison().ignoringFields("remaining").isEqualTo(current.lease());
    }

    @Test
    void an_older_handle_of_the_same_holder_can_do_nothing_to_the_newer_term() {
        var older = take(ALICE);
        pass(TTL.plusSeconds(1));
        var newer = take(ALICE);

        assertThat(renew(older.term())).isInstanceOf(Renewal.Lost.class);
        assertThat(store().release(older.term())).isFalse();
        assertThat(store().handOver(older.term(), claim(BOB))).isInstanceOf(Attempt.Denied.class);
        assertThat(store().shorten(older.term(), newer.lease(), Duration.ofSeconds(1)))
                .isEmpty();

        assertThat(row()).usingRecursiveComparison().ignoringFields("remaining").isEqualTo(newer.lease());
    }

    // Handing it over

    @Test
    void a_running_term_is_handed_over_under_a_new_token() {
        var from = take(claim(ALICE, OPERATOR));
        var info = new HolderInfo(null, "control", "web-1", "uid-1", null);

        var to = store().handOver(from.term(), new Claim(name, BOB, OPERATOR, TTL, info, 0));

        var held = held(to);
        assertThat(held.term().holder()).isEqualTo(BOB);
        assertThat(held.term().renewer()).isEqualTo(OPERATOR);
        assertThat(held.term().token()).isGreaterThan(from.term().token());
        assertThat(held.lease().acquiredAt()).isAfter(from.lease().acquiredAt());
        assertThat(held.lease().remaining()).isBetween(TTL.minus(SLACK), TTL);
        assertThat(held.lease().holderInfo()).isEqualTo(info);
        assertThat(renew(from.term())).isInstanceOf(Renewal.Lost.class);
        assertThat(row()).usingRecursiveComparison().ignoringFields("remaining").isEqualTo(held.lease());
    }

    @Test
    void a_hand_over_to_the_same_holder_is_a_new_term() {
        var from = take(ALICE);

        var to = held(store().handOver(from.term(), claim(ALICE)));

        assertThat(to.term().token()).isGreaterThan(from.term().token());
    }

    @Test
    void a_hand_over_goes_above_a_seen_token() {
        var from = take(ALICE);

        var to = held(store().handOver(from.term(), new Claim(name, BOB, BOB, TTL, HolderInfo.UNKNOWN, 1L << 50)));

        assertThat(to.term().token()).isGreaterThan(1L << 50);
    }

    @Test
    void a_term_that_no_longer_runs_is_not_handed_over() {
        var lost = take(ALICE);
        pass(TTL.plusSeconds(1));
        var current = take(BOB);

        var attempt = store().handOver(lost.term(), claim(ALICE));

        assertThat(attempt).isInstanceOf(Attempt.Denied.class);
        assertThat(attempt.lease().holder()).isEqualTo(BOB.value());
        assertThat(row()).usingRecursiveComparison().ignoringFields("remaining").isEqualTo(current.lease());
    }

    @Test
    void an_expired_term_is_not_handed_over_though_nobody_took_it() {
        var lost = take(ALICE);
        pass(TTL.plusSeconds(1));

        var attempt = store().handOver(lost.term(), claim(BOB));

        assertThat(attempt).isInstanceOf(Attempt.Denied.class);
        assertThat(attempt.lease().isFree()).isTrue();
    }

    @Test
    void a_term_without_a_row_is_not_handed_over() {
        var attempt = store().handOver(new Term(name, ALICE, 1, ALICE), claim(BOB));

        assertThat(attempt).isInstanceOf(Attempt.Denied.class);
        assertThat(attempt.lease().isFree()).isTrue();
    }

    // Shortening it

    @Test
    void a_running_term_is_shortened() {
        var held = take(ALICE);

        var shorter = store().shorten(held.term(), held.lease(), Duration.ofSeconds(30));

        assertThat(shorter.orElseThrow().remaining())
                .isBetween(Duration.ofSeconds(30).minus(SLACK), Duration.ofSeconds(30));
        assertThat(shorter.orElseThrow().token()).isEqualTo(held.term().token());
        assertThat(row().expiresAt()).isEqualTo(shorter.orElseThrow().expiresAt());
        assertThat(renew(held.term())).isInstanceOf(Renewal.Renewed.class);
    }

    @Test
    void a_late_shortening_undoes_no_newer_renewal() {
        var held = take(ALICE);
        pass(Duration.ofSeconds(5));
        var renewed = renewed(held.term());

        var shorter = store().shorten(held.term(), held.lease(), Duration.ofSeconds(1));

        assertThat(shorter).isEmpty();
        assertThat(row().expiresAt()).isEqualTo(renewed.expiresAt());
    }

    @Test
    void somebody_elses_term_is_not_shortened() {
        var held = take(ALICE);
        var stranger = new Term(name, BOB, held.term().token(), BOB);

        assertThat(store().shorten(stranger, held.lease(), Duration.ofSeconds(1)))
                .isEmpty();

        assertThat(row().expiresAt()).isEqualTo(held.lease().expiresAt());
    }

    // Looking at it

    @Test
    void a_name_without_a_row_is_not_found() {
        take(ALICE);
        var none = LeaseName.of(name + "-none");

        assertThat(store().find(List.of(name, none))).containsOnlyKeys(name);
    }

    @Test
    void what_is_left_of_a_term_shrinks_and_gets_negative() {
        take(ALICE);
        pass(TTL.dividedBy(2));
        assertThat(row().remaining()).isBetween(TTL.dividedBy(2).minus(SLACK), TTL.dividedBy(2));

        pass(TTL);

        assertThat(row().isFree()).isTrue();
    }

    // Watching it

    @Test
    void a_new_term_is_told() {
        try (var watch = new Watch()) {
            take(ALICE);

            watch.awaitToldOf(name);
        }
    }

    @Test
    void a_release_is_told() {
        var held = take(ALICE);
        try (var watch = new Watch()) {
            store().release(held.term());

            watch.awaitToldOf(name);
        }
    }

    @Test
    void a_hand_over_is_told() {
        var held = take(ALICE);
        try (var watch = new Watch()) {
            store().handOver(held.term(), claim(BOB));

            watch.awaitToldOf(name);
        }
    }

    @Test
    void neither_a_renewal_nor_a_refused_attempt_is_told() {
        var held = take(ALICE);
        try (var watch = new Watch()) {
            renewed(held.term());
            take(ALICE);
            refused(BOB);
            store().handOver(new Term(name, BOB, 1, BOB), claim(ALICE));

            watch.awaitAnotherChange();
            assertThat(watch.heard).doesNotContain(Optional.of(name));
        }
    }

    @Test
    void a_closed_watch_hears_nothing_more() {
        var closed = new Watch();
        closed.close();
        closed.close();
        closed.heard.clear();
        try (var open = new Watch()) {
            take(ALICE);
            open.awaitToldOf(name);

            assertThat(closed.heard).doesNotContain(Optional.of(name));
        }
    }

    protected final Claim claim(HolderId holder) {
        return Claim.ofOwn(name, holder, TTL, HolderInfo.UNKNOWN);
    }

    protected final Claim claim(HolderId holder, HolderId renewer) {
        return new Claim(name, holder, renewer, TTL, HolderInfo.UNKNOWN, 0);
    }

    protected final Attempt.Held take(HolderId holder) {
        return take(claim(holder));
    }

    protected final Attempt.Held take(Claim claim) {
        return held(store().tryAcquire(claim));
    }

    protected final Lease refused(HolderId holder) {
        var attempt = store().tryAcquire(claim(holder));
        assertThat(attempt).isInstanceOf(Attempt.Denied.class);
        return attempt.lease();
    }

    protected final Lease row() {
        return store().find(List.of(name)).get(name);
    }

    protected final Renewal renew(Term term) {
        return renew(new RenewalRequest(term, TTL));
    }

    protected final Renewal renew(RenewalRequest request) {
        return store().renew(List.of(request)).get(request.term().name());
    }

    protected final Lease renewed(Term term) {
        var answer = renew(term);
        assertThat(answer).isInstanceOf(Renewal.Renewed.class);
        return ((Renewal.Renewed) answer).lease();
    }

    private static Attempt.Held held(Attempt attempt) {
        assertThat(attempt).isInstanceOf(Attempt.Held.class);
        return (Attempt.Held) attempt;
    }

    /** Listens already when the constructor is done: it waited for a change of its own to come through. */
    private final class Watch implements AutoCloseable {
        final ConcurrentLinkedQueue<Optional<LeaseName>> heard = new ConcurrentLinkedQueue<>();
        private final LeaseStore.Subscription subscription = store().watch(heard::add);

        Watch() {
            awaitAnotherChange();
            heard.clear();
        }

        void awaitToldOf(LeaseName changed) {
            await().atMost(PATIENCE).until(() -> heard.contains(Optional.of(changed)));
        }

        /** Makes changes of its own until one of them is told: then all that was told of before has come through. */
        void awaitAnotherChange() {
            var sent = new HashSet<Optional<LeaseName>>();
            await().atMost(PATIENCE).pollInterval(Duration.ofMillis(20)).until(() -> {
                var probe = LeaseName.of("probe/" + UUID.randomUUID());
                take(Claim.ofOwn(probe, BOB, TTL, HolderInfo.UNKNOWN));
                sent.add(Optional.of(probe));
                return heard.stream().anyMatch(sent::contains);
            });
        }

        @Override
        public void close() {
            subscription.close();
        }
    }
}
