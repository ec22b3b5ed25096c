package io.anixops.lease.postgres;

import static io.anixops.lease.postgres.LeaseDatabase.ALICE;
import static io.anixops.lease.postgres.LeaseDatabase.BOB;
import static io.anixops.lease.postgres.LeaseDatabase.NAME;
import static io.anixops.lease.postgres.LeaseDatabase.TTL;
import static org.assertj.core.api.Assertions.assertThat;

import io.anixops.lease.Attempt;
import io.anixops.lease.Claim;
import io.anixops.lease.HolderInfo;
import java.util.Collections;
import java.util.HashSet;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Fencing tokens rise, whatever becomes of the row. */
class TokensIT {
    private final LeaseDatabase leases = LeaseDatabase.create();

    @Test
    void a_token_carries_the_timeline_of_the_server() {
        var timeline = Long.parseLong(leases.query("SELECT public.database_lease_timeline()"));

        assertThat(timeline).isEqualTo(1);
        assertThat(leases.take(ALICE).term().token() >> 32).isEqualTo(timeline);
    }

    @Test
    void a_token_rises_over_release_and_expiry_and_the_deletion_of_the_row() {
        var first = leases.take(ALICE).term();
        leases.store.release(first);
        var second = leases.take(ALICE).term();
        leases.expire(NAME);
        var third = leases.take(ALICE).term();
        leases.run("DELETE FROM public.database_lease");
        var fourth = leases.take(ALICE).term();

        assertThat(second.token()).isGreaterThan(first.token());
        assertThat(third.token()).isGreaterThan(second.token());
        assertThat(fourth.token()).isGreaterThan(third.token());
    }

    @Test
    void a_token_rises_though_the_sequence_was_set_back() {
        var first = leases.take(ALICE).term();
        leases.store.release(first);
        leases.run("SELECT setval('public.database_lease_token', 1)");

        assertThat(leases.take(BOB).term().token()).isGreaterThan(first.token());
    }

    @Test
    void a_token_rises_above_what_was_seen_though_row_and_sequence_are_of_an_old_backup() {
        var lost = leases.take(ALICE).term().token() + 5_000_000_000L;
        leases.run("DELETE FROM public.database_lease; SELECT setval('public.database_lease_token', 1)");

        var again = (Attempt.Held) leases.store.tryAcquire(new Claim(NAME, BOB, BOB, TTL, HolderInfo.UNKNOWN, lost));

        assertThat(again.term().token()).isGreaterThan(lost);
    }

    @Test
    void a_higher_timeline_beats_every_token_of_a_lower_one() {
        var first = leases.take(ALICE).term();
        leases.run("""
                DELETE FROM public.database_lease;
                SELECT setval('public.database_lease_token', 1);
                CREATE OR REPLACE FUNCTION public.database_lease_timeline() RETURNS bigint LANGUAGE sql AS 'SELECT 2::bigint'
                """);

        assertThat(leases.take(BOB).term().token()).isGreaterThan(first.token());
    }

    @Test
    void without_a_readable_timeline_tokens_rise_all_the_same() {
        leases.run("""
                CREATE OR REPLACE FUNCTION public.database_lease_timeline() RETURNS bigint LANGUAGE sql AS 'SELECT 0::bigint'
                """);
        var first = leases.take(ALICE).term();
        leases.store.release(first);

        assertThat(first.token()).isBetween(1L, 1_000L);
        assertThat(leases.take(BOB).term().token()).isGreaterThan(first.token());
    }

    @Test
    void a_running_term_without_a_token_gets_one_when_its_holder_goes_on_with_it() {
        leases.run("INSERT INTO public.database_lease (name, holder, expires_at, token) VALUES"
                + " ('jobs/nightly', 'x', now(), -5)".replace("'x'", "''"));
        leases.run("SET session_replication_role = replica; UPDATE public.database_lease SET holder = '" + ALICE
                + "', token = 0, expires_at = now() + interval '1 h'");

        assertThat(leases.take(ALICE).term().token()).isPositive();
    }

    @Test
    void no_token_is_given_twice_while_rows_are_taken_released_and_deleted_at_once() throws Exception {
        var executor = Executors.newFixedThreadPool(4);
        var seen = new HashSet<Long>();
        Callable<long[]> contender = () -> IntStream.range(0, 60)
                .mapToLong(i -> {
                    var holder = io.anixops.lease.HolderId.of(
                            "h-" + Thread.currentThread().getId());
                    var attempt = leases.store.tryAcquire(LeaseDatabase.claim(NAME, holder, TTL));
                    if (!(attempt instanceof Attempt.Held held)) {
                        return -1;
                    }
                    if (i % 3 == 0) {
                        leases.run("DELETE FROM public.database_lease WHERE token = "
                                + held.term().token());
                    } else {
                        leases.store.release(held.term());
                    }
                    return held.term().token();
                })
                .filter(token -> token >= 0)
                .toArray();
        try {
            for (var tokens : executor.invokeAll(Collections.nCopies(4, contender), 120, TimeUnit.SECONDS)) {
                for (var token : tokens.get()) {
                    assertThat(seen.add(token)).as("token %d is new", token).isTrue();
                }
            }
        } finally {
            executor.shutdownNow();
        }
        assertThat(seen).isNotEmpty();
    }
}
