package io.anixops.lease.postgres;

import static io.anixops.lease.postgres.LeaseDatabase.ALICE;
import static io.anixops.lease.postgres.LeaseDatabase.BOB;
import static io.anixops.lease.postgres.LeaseDatabase.NAME;
import static io.anixops.lease.postgres.LeaseDatabase.TTL;
import static org.assertj.core.api.Assertions.assertThat;

import io.anixops.lease.LeaseName;
import io.anixops.lease.LeaseStore.Subscription;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;

/** Who changes a term, whoever it is, is heard; who renews one is not. */
class NotificationsIT {
    private final LeaseDatabase leases = LeaseDatabase.create();
    private Connection ear;

    @BeforeEach
    void listen() throws SQLException {
        ear = leases.source().getConnection();
        try (var statement = ear.createStatement()) {
            statement.execute("LISTEN \"public.database_lease\"");
        }
    }

    @AfterEach
    void close() throws SQLException {
        ear.close();
    }

    @Test
    void every_change_of_term_and_every_release_is_told() throws SQLException {
        var first = leases.take(ALICE);
        assertThat(heard()).containsExactly(NAME.value());
        leases.store.handOver(first.term(), LeaseDatabase.claim(NAME, BOB, TTL));
        assertThat(heard()).containsExactly(NAME.value());
        leases.expire(NAME);
        var second = leases.take(ALICE);
        assertThat(heard()).containsExactly(NAME.value());
        leases.store.release(second.term());
        assertThat(heard()).containsExactly(NAME.value());
        leases.run("DELETE FROM public.database_lease");
        assertThat(heard()).containsExactly(NAME.value());
    }

    @Test
    void so_is_what_an_administrator_does() throws SQLException {
        var admin = new LeaseAdmin(leases.source(), TableName.DEFAULT);
        var token = leases.take(ALICE).term().token();
        heard();
        token = admin.raiseToken(NAME, token + 1).orElseThrow().token();
        assertThat(heard()).containsExactly(NAME.value());
        admin.endTerm(NAME.value(), token);
        assertThat(heard()).containsExactly(NAME.value());
    }

    @Test
    void so_are_those_of_foreign_writers() throws SQLException {
        for (var ahead : List.of(0, 3600, -3600)) {
            var stranger = new GoStandIn(leases.source(), TableName.DEFAULT, Duration.ofSeconds(ahead));
            stranger.tryAcquire(NAME.value(), "host-12345678", TTL);
            assertThat(heard()).containsExactly(NAME.value());
            stranger.tryAcquire(NAME.value(), "host-12345678", TTL);
            assertThat(heard()).isEmpty();
            stranger.release(NAME.value(), "host-12345678");
            assertThat(heard()).containsExactly(NAME.value());
        }
    }

    @Test
    void neither_renewal_nor_refusal_nor_shortening_is_told() throws SQLException {
        var held = leases.take(ALICE);
        heard();

        leases.renew(held.term());
        leases.take(ALICE);
        leases.store.tryAcquire(LeaseDatabase.claim(NAME, BOB, TTL));
        leases.store.shorten(held.term(), leases.row(), Duration.ofSeconds(30));

        assertThat(heard()).isEmpty();
    }

    @Test
    void a_session_may_turn_them_off() throws SQLException {
        leases.run("ALTER DATABASE %s SET database_lease.notify = 'off'".formatted(leases.database.name()));

        leases.store.release(leases.take(ALICE).term());

        assertThat(heard()).isEmpty();
    }

    @Test
    void a_watch_goes_on_after_its_connection_was_ended_and_says_that_anything_may_have_changed() {
        var told = new ConcurrentLinkedQueue<Optional<LeaseName>>();
        try (var watch = watch(told)) {
            told.clear();
            leases.run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'"
                    + " AND datname = current_database() AND pid <> pg_backend_pid()");
            await(() -> told.contains(Optional.empty()));

            leases.take(ALICE);

            await(() -> told.contains(Optional.of(NAME)));
            assertThat(watch).isNotNull();
        }
    }

    @Test
    void an_error_in_a_callback_ends_neither_its_watch_nor_anothers() {
        var calls = new AtomicInteger();
        var told = new ConcurrentLinkedQueue<Optional<LeaseName>>();
        try (var broken = leases.store.watch(change -> {
                    calls.incrementAndGet();
                    throw new StackOverflowError("a callback that is broken, for the test");
                });
                var watch = watch(told)) {
            leases.take(ALICE);

            await(() -> told.contains(Optional.of(NAME)));
            var before = calls.get();
            leases.store.release(leases.take(ALICE).term());
            await(() -> calls.get() > before);
            assertThat(List.of(broken, watch)).doesNotContainNull();
        }
    }

    @Test
    void forged_notifications_are_thinned_out_and_nonsense_is_ignored() {
        var told = new ConcurrentLinkedQueue<Optional<LeaseName>>();
        try (var watch = watch(told)) {
            told.clear();
            leases.run(
                    "SELECT pg_notify('public.database_lease', 'not a name ' || i) FROM generate_series(1, 100) AS i");
            for (var i = 0; i < 50; i++) {
                leases.run("NOTIFY \"public.database_lease\", 'forged'");
            }
            leases.take(ALICE);

            await(() -> told.contains(Optional.of(NAME)));
            var forged = told.stream()
                    .filter(Optional.of(LeaseName.of("forged"))::equals)
                    .count();
            assertThat(forged).isBetween(1L, 49L);
            assertThat(watch).isNotNull();
        }
    }

    @Test
    void the_last_one_that_leaves_ends_the_connection() {
        watch(new ConcurrentLinkedQueue<>()).close();

        await(() -> leases.query("SELECT count(*) FROM pg_stat_activity WHERE query LIKE 'LISTEN%' AND datname ="
                        + " current_database()")
                .equals("1")); // this test's own ear
    }

    private Subscription watch(ConcurrentLinkedQueue<Optional<LeaseName>> told) {
        var watch = leases.store.watch(told::add);
        await(() -> told.contains(Optional.empty()));
        return watch;
    }

    private static void await(Callable<Boolean> condition) {
        Awaitility.await().atMost(Duration.ofSeconds(20)).until(condition);
    }

    /** What came before this moment: a notification of the test's own comes after all of it. */
    private List<String> heard() throws SQLException {
        leases.run("NOTIFY \"public.database_lease\", 'the end'");
        List<String> heard = new ArrayList<>();
        while (true) {
            for (var notification : ear.unwrap(PGConnection.class).getNotifications(20_000)) {
                if (notification.getParameter().equals("the end")) {
                    return heard;
                }
                heard.add(notification.getParameter());
            }
        }
    }
}
