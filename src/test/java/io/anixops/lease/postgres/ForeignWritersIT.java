package io.anixops.lease.postgres;

import static io.anixops.lease.postgres.LeaseDatabase.ALICE;
import static io.anixops.lease.postgres.LeaseDatabase.BOB;
import static io.anixops.lease.postgres.LeaseDatabase.NAME;
import static io.anixops.lease.postgres.LeaseDatabase.TTL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.anixops.lease.Attempt;
import io.anixops.lease.Claim;
import io.anixops.lease.HolderInfo;
import io.anixops.lease.Renewal;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A writer that knows the first five columns only, and judges by its own clock, does no harm. */
class ForeignWritersIT {
    private static final String STRANGER = "host-12345678";
    private static final Duration SLACK = Duration.ofSeconds(20);

    private final LeaseDatabase leases = LeaseDatabase.create();

    @ParameterizedTest
    @ValueSource(longs = {0, 3600, -3600, 1_000_000, -1_000_000})
    void its_term_is_counted_by_the_databases_clock_and_has_a_token(long ahead) throws SQLException {
        var stranger = stranger(ahead);

        assertThat(stranger.tryAcquire(NAME.value(), STRANGER, TTL)).isTrue();

        var row = leases.row();
        assertThat(row.holder()).isEqualTo(STRANGER);
        assertThat(row.token()).isPositive();
        assertThat(row.remaining()).isBetween(TTL.minus(SLACK), TTL.plusSeconds(1));
        assertThat(leases.store.tryAcquire(LeaseDatabase.claim(NAME, ALICE, TTL)))
                .isInstanceOf(Attempt.Denied.class);
        assertThat(Duration.between(row.acquiredAt(), row.expiresAt()))
                .isBetween(TTL.minusSeconds(2), TTL.plusSeconds(2));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 3600, -3600})
    void its_renewal_is_counted_by_the_databases_clock_and_keeps_the_token(long ahead) throws SQLException {
        var stranger = stranger(ahead);
        stranger.tryAcquire(NAME.value(), STRANGER, TTL);
        var before = leases.row();

        assertThat(stranger.tryAcquire(NAME.value(), STRANGER, TTL.multipliedBy(2)))
                .isTrue();

        var row = leases.row();
        assertThat(row.token()).isEqualTo(before.token());
        assertThat(row.remaining())
                .isBetween(TTL.multipliedBy(2).minus(SLACK), TTL.multipliedBy(2).plusSeconds(1));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 3600, -3600})
    void its_release_ends_the_term_at_once(long ahead) throws SQLException {
        var stranger = stranger(ahead);
        stranger.tryAcquire(NAME.value(), STRANGER, TTL);
        var term = leases.row();

        stranger.release(NAME.value(), STRANGER);

        assertThat(leases.row().isFree()).isTrue();
        assertThat(leases.row().token()).isEqualTo(term.token());
        assertThat(leases.take(ALICE).term().token()).isGreaterThan(term.token());
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 3600, -3600})
    void it_cannot_take_what_is_held(long ahead) throws SQLException {
        var held = leases.take(ALICE);
        var stranger = stranger(ahead);

        if (ahead > 0) {
            assertThatThrownBy(() -> stranger.tryAcquire(NAME.value(), STRANGER, TTL))
                    .hasMessageContaining(NAME.value())
                    .hasMessageContaining(ALICE.value())
                    .extracting(e -> ((SQLException) e).getSQLState())
                    .isEqualTo("DL002");
        } else {
            assertThat(stranger.tryAcquire(NAME.value(), STRANGER, TTL)).isFalse();
        }

        assertThat(leases.row())
                .usingRecursiveComparison()
                .ignoringFields("remaining")
                .isEqualTo(held.lease());
    }

    @Test
    void it_cannot_take_what_another_of_its_kind_holds() throws SQLException {
        stranger(0).tryAcquire(NAME.value(), STRANGER, TTL);

        assertThatThrownBy(() -> stranger(3600).tryAcquire(NAME.value(), "host-87654321", TTL))
                .isInstanceOf(SQLException.class);

        assertThat(leases.row().holder()).isEqualTo(STRANGER);
    }

    @Test
    void its_new_term_keeps_nothing_of_the_one_before() throws SQLException {
        var info = new HolderInfo("east", "control", "web-0", "uid", "node");
        var held = (Attempt.Held) leases.store.tryAcquire(new Claim(NAME, ALICE, BOB, TTL, info, 0));
        leases.store.release(held.term());

        stranger(0).tryAcquire(NAME.value(), STRANGER, TTL);

        var row = leases.row();
        assertThat(row.token()).isGreaterThan(held.term().token());
        assertThat(row.renewer()).isEmpty();
        assertThat(row.holderInfo().isUnknown()).isTrue();
        assertThat(leases.renew(held.term())).isInstanceOf(Renewal.Lost.class);
    }

    @Test
    void its_own_expired_term_taken_again_is_a_new_one() throws SQLException {
        var stranger = stranger(-3600); // its own clock says that the term still runs
        stranger.tryAcquire(NAME.value(), STRANGER, TTL);
        var first = leases.row();
        leases.expire(NAME);

        assertThat(stranger.tryAcquire(NAME.value(), STRANGER, TTL)).isTrue();

        assertThat(leases.row().token()).isGreaterThan(first.token());
        assertThat(leases.row().remaining()).isPositive();
    }

    @Test
    void its_late_release_of_a_term_that_is_over_does_not_bring_it_back() throws SQLException {
        stranger(0).tryAcquire(NAME.value(), STRANGER, TTL);
        leases.expire(NAME);

        stranger(3600).release(NAME.value(), STRANGER);

        assertThat(leases.row().isFree()).isTrue();
    }

    @Test
    void the_free_row_that_it_makes_first_is_left_as_it_is() {
        leases.run(
                "INSERT INTO public.database_lease (name, holder, expires_at) VALUES ('jobs/nightly', '', to_timestamp(0))");

        assertThat(leases.query(
                        "SELECT (holder, token, expires_at = to_timestamp(0))::text FROM public.database_lease"))
                .isEqualTo("(\"\",0,t)");
        assertThat(leases.query("SELECT is_called FROM public.database_lease_token"))
                .isEqualTo("f");
        assertThat(leases.take(ALICE).term().token()).isPositive();
    }

    @Test
    void a_row_that_it_inserts_with_a_holder_gets_a_token_and_the_databases_clock() {
        leases.run("""
                INSERT INTO public.database_lease (name, holder, expires_at, acquired_at, renewed_at) VALUES
                ('jobs/nightly', 'host-12345678', now() + interval '61 minutes', now() + interval '1 h', now() + interval '1 h')
                """);

        assertThat(leases.row().token()).isPositive();
        assertThat(leases.row().remaining()).isBetween(TTL.minus(SLACK), TTL);
    }

    @Test
    void infinite_and_missing_times_of_a_foreign_row_break_nothing() {
        leases.run("INSERT INTO public.database_lease (name, holder, expires_at) VALUES"
                + " ('for-ever', 'x', 'infinity'), ('never', 'x', '-infinity'), ('before', 'x', '4000-01-01 BC')");

        assertThat(leases.row(io.anixops.lease.LeaseName.of("for-ever")).isFree())
                .isFalse();
        assertThat(leases.row(io.anixops.lease.LeaseName.of("for-ever"))
                        .remaining()
                        .toNanos())
                .isPositive();
        for (var free : List.of("never", "before")) {
            var name = io.anixops.lease.LeaseName.of(free);
            assertThat(leases.row(name).isFree()).isTrue();
            assertThat(leases.take(name, ALICE, TTL).term().token()).isPositive();
        }
        leases.run("UPDATE public.database_lease SET expires_at = 'infinity', renewed_at = NULL WHERE name = 'never'");
        leases.run(
                "UPDATE public.database_lease SET expires_at = 'infinity', renewed_at = '-infinity' WHERE name = 'before'");
    }

    @Test
    void whoever_names_a_token_means_it() {
        var held = leases.take(ALICE);

        leases.run(
                "UPDATE public.database_lease SET holder = 'admin', token = token + 1000, expires_at = now() + interval '1 h'");

        assertThat(leases.row().token()).isEqualTo(held.term().token() + 1000);
        assertThat(leases.renew(held.term())).isInstanceOf(Renewal.Lost.class);
        assertThat(leases.store.release(held.term())).isFalse();
        assertThat(leases.row().remaining()).isGreaterThan(TTL.plus(SLACK));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 3600, -3600})
    void neither_side_ever_takes_what_the_other_holds(long ahead) throws Exception {
        var stranger = stranger(ahead);
        var leader = new AtomicReference<String>();
        var terms = new AtomicInteger();
        var rounds = 60;
        Callable<Void> ours = () -> {
            for (var i = 0; i < rounds; i++) {
                if (leases.store.tryAcquire(LeaseDatabase.claim(NAME, ALICE, TTL)) instanceof Attempt.Held held) {
                    assertThat(leader.compareAndSet(null, "ours")).isTrue();
                    terms.incrementAndGet();
                    assertThat(leader.compareAndSet("ours", null)).isTrue();
                    assertThat(leases.store.release(held.term())).isTrue();
                }
            }
            return null;
        };
        Callable<Void> theirs = () -> {
            for (var i = 0; i < rounds; i++) {
                if (takes(stranger)) {
                    assertThat(leader.compareAndSet(null, "theirs")).isTrue();
                    terms.incrementAndGet();
                    assertThat(leader.compareAndSet("theirs", null)).isTrue();
                    stranger.release(NAME.value(), STRANGER);
                }
            }
            return null;
        };
        var executor = Executors.newFixedThreadPool(2);
        try {
            var first = executor.submit(ours);
            var second = executor.submit(theirs);
            first.get(120, TimeUnit.SECONDS);
            second.get(120, TimeUnit.SECONDS);
        } finally {
            executor.shutdownNow();
        }
        assertThat(terms.get()).isPositive();
    }

    private static boolean takes(GoStandIn stranger) throws SQLException {
        try {
            return stranger.tryAcquire(NAME.value(), STRANGER, TTL);
        } catch (SQLException e) {
            if (!"DL002".equals(e.getSQLState())) {
                throw e;
            }
            return false;
        }
    }

    private GoStandIn stranger(long secondsAhead) {
        return new GoStandIn(leases.source(), TableName.DEFAULT, Duration.ofSeconds(secondsAhead));
    }
}
