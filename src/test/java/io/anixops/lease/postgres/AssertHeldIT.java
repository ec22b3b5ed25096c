package io.anixops.lease.postgres;

import static io.anixops.lease.postgres.LeaseDatabase.ALICE;
import static io.anixops.lease.postgres.LeaseDatabase.BOB;
import static io.anixops.lease.postgres.LeaseDatabase.NAME;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.anixops.lease.LeaseStoreException;
import io.anixops.lease.LeaseStoreException.Kind;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** The function for the application's own transactions. */
class AssertHeldIT {
    private final LeaseDatabase leases = LeaseDatabase.create();

    @Test
    void it_lets_the_holder_of_the_running_term_pass() {
        leases.query(assertHeld(leases.take(ALICE).term().token()));
    }

    @Test
    void it_raises_for_every_other_token_and_every_ended_term() {
        var token = leases.take(ALICE).term().token();

        assertRaises(token - 1);
        assertRaises(token + 1);
        leases.expire(NAME);
        assertRaises(token);
        leases.run("DELETE FROM public.database_lease");
        assertRaises(token);
    }

    @Test
    void nobody_takes_the_lease_before_the_transaction_is_done() throws Exception {
        var held = leases.take(NAME, ALICE, Duration.ofSeconds(2));
        try (var work = leases.transaction(assertHeld(held.term().token()))) {
            Awaitility.await().until(() -> leases.row().isFree());

            assertThatThrownBy(() -> leases.take(BOB))
                    .extracting(e -> ((LeaseStoreException) e).kind())
                    .isEqualTo(Kind.LOCKED);
            work.commit();
        }
        assertThat(leases.take(BOB).lease().holder()).isEqualTo(BOB.value());
    }

    @Test
    void a_take_over_that_came_first_is_seen_after_the_wait_for_it() throws Exception {
        var held = leases.take(ALICE);
        leases.expire(NAME);
        try (var other = leases.transaction(
                "UPDATE public.database_lease SET holder = 'other', token = token + 1, expires_at = now() + interval '1 h'")) {
            var asserted = CompletableFuture.supplyAsync(
                    () -> leases.query(assertHeld(held.term().token())));
            Awaitility.await()
                    .until(() -> leases.query("SELECT count(*) FROM pg_stat_activity WHERE"
                                    + " datname = current_database() AND wait_event_type = 'Lock'")
                            .equals("1"));
            other.commit();

            assertThatThrownBy(() -> asserted.get(30, TimeUnit.SECONDS)).hasMessageContaining("is not held with token");
        }
    }

    private void assertRaises(long token) {
        assertThatThrownBy(() -> leases.query(assertHeld(token)))
                .hasMessageContaining("lease jobs/nightly is not held with token " + token)
                .extracting(e -> ((SQLException) e.getCause()).getSQLState())
                .isEqualTo("DL001");
    }

    private static String assertHeld(long token) {
        return "SELECT public.database_lease_assert_held('%s', %d)".formatted(NAME, token);
    }
}
