package io.anixops.lease.postgres;

import static io.anixops.lease.postgres.LeaseDatabase.ALICE;
import static io.anixops.lease.postgres.LeaseDatabase.BOB;
import static io.anixops.lease.postgres.LeaseDatabase.NAME;
import static io.anixops.lease.postgres.LeaseDatabase.TTL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.anixops.lease.Attempt;
import io.anixops.lease.LeaseName;
import io.anixops.lease.LeaseStoreException;
import io.anixops.lease.LeaseStoreException.Kind;
import io.anixops.lease.Renewal;
import io.anixops.lease.RenewalRequest;
import io.anixops.lease.Term;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Rows that somebody has locked, or that refuse to be written. */
class LockedRowsIT {
    private static final String LOCK = "SELECT 1 FROM public.database_lease WHERE name = '%s' FOR UPDATE";
    private static final int MANY = 500;

    private final LeaseDatabase leases = LeaseDatabase.create();

    @Test
    void a_locked_free_row_is_waited_for_shortly_and_then_it_is_said() throws SQLException {
        leases.store.release(leases.take(ALICE).term());
        try (var stranger = leases.transaction(LOCK.formatted(NAME))) {
            assertThatThrownBy(() -> leases.take(BOB))
                    .extracting(e -> ((LeaseStoreException) e).kind())
                    .isEqualTo(Kind.LOCKED);
            stranger.rollback();
        }
        assertThat(leases.row().holder()).isEqualTo(ALICE.value());
        assertThat(leases.take(BOB).lease().holder()).isEqualTo(BOB.value());
    }

    @Test
    void who_is_refused_does_not_wait_for_a_locked_row() throws SQLException {
        leases.take(ALICE);
        try (var stranger = leases.transaction(LOCK.formatted(NAME))) {
            assertThat(leases.store.tryAcquire(LeaseDatabase.claim(NAME, BOB, TTL)))
                    .isInstanceOf(Attempt.Denied.class);
            stranger.rollback();
        }
    }

    @Test
    void an_attempt_that_waited_behind_a_release_has_a_whole_term_after_it() throws Exception {
        var held = leases.take(ALICE);
        try (var stranger = leases.transaction(LOCK.formatted(NAME))) {
            var release = CompletableFuture.supplyAsync(() -> leases.store.release(held.term()));
            awaitWaiting(1);
            stranger.rollback();
            assertThat(release.get(30, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(leases.take(BOB).lease().remaining()).isGreaterThan(TTL.minusSeconds(10));
    }

    @Test
    void a_renewal_that_waited_until_its_term_was_over_is_lost() throws Exception {
        var held = leases.take(ALICE);
        try (var stranger = leases.transaction(LOCK.formatted(NAME))) {
            var renewal = CompletableFuture.supplyAsync(() -> leases.renew(held.term()));
            awaitWaiting(1);
            expireIn(stranger);
            stranger.commit();
            assertThat(renewal.get(30, TimeUnit.SECONDS)).isInstanceOf(Renewal.Lost.class);
        }
        assertThat(leases.row().isFree()).isTrue();
    }

    @Test
    void a_renewal_that_waited_while_its_term_ended_is_lost_though_nobody_wrote_the_row() throws Exception {
        var shortTerm = leases.take(NAME, ALICE, Duration.ofSeconds(1));
        try (var stranger = leases.transaction(LOCK.formatted(NAME))) {
            var renewal = CompletableFuture.supplyAsync(() -> leases.renew(shortTerm.term()));
            awaitWaiting(1);
            Awaitility.await().until(() -> leases.row().isFree());
            stranger.rollback();
            assertThat(renewal.get(30, TimeUnit.SECONDS)).isNotInstanceOf(Renewal.Renewed.class);
        }
        assertThat(leases.row().isFree()).isTrue();
    }

    @Test
    void an_attempt_that_waited_while_its_own_term_ended_begins_a_new_one() throws Exception {
        var shortTerm = leases.take(NAME, ALICE, Duration.ofSeconds(1));
        try (var stranger = leases.transaction(LOCK.formatted(NAME))) {
            var attempt = CompletableFuture.supplyAsync(() -> leases.take(ALICE));
            awaitWaiting(1);
            Awaitility.await().until(() -> leases.row().isFree());
            stranger.rollback();
            assertThat(attempt.get(30, TimeUnit.SECONDS).term().token())
                    .isGreaterThan(shortTerm.term().token());
        }
    }

    @Test
    void an_abandoned_acquisition_begins_no_term_later() throws SQLException {
        leases.store.release(leases.take(ALICE).term());
        try (var stranger = leases.transaction(LOCK.formatted(NAME))) {
            assertThatThrownBy(() -> leases.take(BOB)).isInstanceOf(LeaseStoreException.class);
            assertThat(waiting()).isZero();
            stranger.rollback();
        }
        assertThat(leases.row().holder()).isEqualTo(ALICE.value());
    }

    @Test
    void a_row_locked_by_a_stranger_costs_the_others_nothing() throws SQLException {
        var terms = leases.takeMany(MANY);
        var locked = terms.get(137).name();
        var before = leases.row(terms.get(0).name()).expiresAt();
        Map<LeaseName, Renewal> answers;
        try (var stranger = leases.transaction(LOCK.formatted(locked))) {
            answers = leases.store.renew(requests(terms));
            stranger.rollback();
        }

        assertThat(answers.get(locked))
                .isInstanceOfSatisfying(
                        Renewal.Failed.class,
                        failed -> assertThat(failed.cause().kind()).isEqualTo(Kind.LOCKED));
        assertThat(answers.values().stream().filter(Renewal.Renewed.class::isInstance))
                .hasSize(MANY - 1);
        assertThat(leases.row(terms.get(0).name()).expiresAt()).isAfter(before);
    }

    @Test
    void rows_that_are_lost_are_told_from_locked_ones() throws SQLException {
        var terms = leases.takeMany(40);
        leases.store.release(terms.get(5));
        var locked = terms.subList(10, 30);
        Map<LeaseName, Renewal> answers;
        try (var stranger = leases.transaction("""
                SELECT 1 FROM public.database_lease WHERE name BETWEEN 'many/lease-00010' AND 'many/lease-00029' FOR UPDATE
                """)) {
            answers = leases.store.renew(requests(terms));
            stranger.rollback();
        }

        assertThat(answers.get(terms.get(5).name())).isInstanceOf(Renewal.Lost.class);
        locked.forEach(term -> assertThat(answers.get(term.name())).isInstanceOf(Renewal.Failed.class));
        assertThat(answers.values().stream().filter(Renewal.Renewed.class::isInstance))
                .hasSize(19);
    }

    @Test
    void a_row_that_refuses_to_be_written_costs_the_others_nothing() {
        var terms = leases.takeMany(MANY);
        var broken = terms.get(311).name();
        leases.run("ALTER TABLE public.database_lease ADD CHECK (name <> '%s') NOT VALID".formatted(broken));

        var answers = leases.store.renew(requests(terms));

        assertThat(answers.get(broken))
                .isInstanceOfSatisfying(
                        Renewal.Failed.class,
                        failed -> assertThat(failed.cause()).hasMessageContaining("23514"));
        assertThat(answers.values().stream().filter(Renewal.Renewed.class::isInstance))
                .hasSize(MANY - 1);
    }

    @Test
    void four_that_renew_the_same_leases_in_any_order_all_succeed() throws Exception {
        var terms = leases.takeMany(MANY);
        var executor = Executors.newFixedThreadPool(4);
        Callable<Map<LeaseName, Renewal>> batch = () -> {
            var shuffled = new ArrayList<>(terms);
            Collections.shuffle(shuffled);
            return leases.store.renew(requests(shuffled));
        };
        try {
            for (var round = 0; round < 5; round++) {
                for (var answers : executor.invokeAll(Collections.nCopies(4, batch))) {
                    assertThat(answers.get().values()).allMatch(Renewal.Renewed.class::isInstance);
                }
            }
        } finally {
            executor.shutdownNow();
        }
    }

    @Test
    void more_than_one_statement_holds_are_renewed() {
        var terms = leases.takeMany(2 * MANY + 1);

        assertThat(leases.store.renew(requests(terms)).values())
                .hasSize(2 * MANY + 1)
                .allMatch(Renewal.Renewed.class::isInstance);
    }

    @Test
    void a_lease_is_not_renewed_twice_in_one_batch() {
        var term = leases.take(ALICE).term();

        assertThatThrownBy(() -> leases.store.renew(requests(List.of(term, term))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(NAME.value());
    }

    private static List<RenewalRequest> requests(List<Term> terms) {
        return terms.stream().map(term -> new RenewalRequest(term, TTL)).toList();
    }

    private static void expireIn(Connection transaction) throws SQLException {
        try (var statement = transaction.createStatement()) {
            statement.execute("SET LOCAL session_replication_role = replica");
            statement.execute("UPDATE public.database_lease SET expires_at = clock_timestamp() - interval '1 second'");
        }
    }

    private void awaitWaiting(int many) {
        Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> waiting() == many);
    }

    private int waiting() {
        return Integer.parseInt(leases.query("""
                SELECT count(*) FROM pg_stat_activity
                WHERE datname = current_database() AND wait_event_type = 'Lock'
                """));
    }
}
