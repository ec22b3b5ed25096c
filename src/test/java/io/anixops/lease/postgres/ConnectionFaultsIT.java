package io.anixops.lease.postgres;

import static io.anixops.lease.postgres.LeaseDatabase.ALICE;
import static io.anixops.lease.postgres.LeaseDatabase.BOB;
import static io.anixops.lease.postgres.LeaseDatabase.NAME;
import static io.anixops.lease.postgres.LeaseDatabase.TTL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.anixops.lease.Attempt;
import io.anixops.lease.LeaseStoreException;
import io.anixops.lease.LeaseStoreException.Kind;
import io.anixops.lease.Renewal;
import io.anixops.lease.RenewalRequest;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Connections that hang, break, or lead to a server that is a primary no more. */
class ConnectionFaultsIT {
    private static final Duration SOON =
            Duration.ofSeconds(10); // much less than a hang, more than a slow machine takes

    private final LeaseDatabase leases = LeaseDatabase.create();
    private final TcpProxy proxy = new TcpProxy(leases.database.port());
    private final HikariDataSource pool = pool(proxy.port());
    private final PostgresLeaseStore store = PostgresLeaseStore.of(pool, TableName.DEFAULT);

    @AfterEach
    void close() {
        pool.close();
        proxy.close();
    }

    @Test
    void a_network_that_swallows_everything_ends_each_call_in_time() {
        var held = (Attempt.Held) store.tryAcquire(LeaseDatabase.claim(NAME, ALICE, TTL));
        proxy.swallow();

        var began = System.nanoTime();
        var renewal = store.renew(List.of(new RenewalRequest(held.term(), TTL))).get(NAME);

        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(SOON);
        assertThat(renewal)
                .isInstanceOfSatisfying(
                        Renewal.Failed.class,
                        failed -> assertThat(failed.cause().kind()).isEqualTo(Kind.UNREACHABLE));
    }

    @Test
    void a_reading_that_somebody_acts_on_is_given_up_as_soon_as_a_renewal_is() {
        store.find(List.of(NAME));
        proxy.swallow();

        var began = System.nanoTime();
        assertThat(kindOf(() -> store.find(List.of(NAME), Duration.ofSeconds(6))))
                .isEqualTo(Kind.UNREACHABLE);

        assertThat(Duration.ofNanos(System.nanoTime() - began))
                .as("sooner than one that nobody acts on")
                .isLessThan(Duration.ofSeconds(2));
    }

    @Test
    void a_connection_that_hung_is_not_used_again() {
        store.tryAcquire(LeaseDatabase.claim(NAME, ALICE, TTL));
        proxy.swallow();
        assertThat(kindOf(() -> store.tryAcquire(LeaseDatabase.claim(NAME, ALICE, TTL))))
                .isEqualTo(Kind.UNREACHABLE);

        proxy.passOn();

        assertThat(store.tryAcquire(LeaseDatabase.claim(NAME, ALICE, TTL))).isInstanceOf(Attempt.Held.class);
    }

    @Test
    void a_batch_does_not_wait_for_a_silent_database_once_for_every_statement() {
        var terms = leases.takeMany(2_500);
        store.find(List.of(NAME));
        proxy.swallow();

        var began = System.nanoTime();
        var answers = store.renew(
                terms.stream().map(term -> new RenewalRequest(term, TTL)).toList());

        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(SOON);
        assertThat(answers).hasSize(2_500);
        assertThat(answers.values()).allMatch(Renewal.Failed.class::isInstance);
    }

    @Test
    void a_connection_that_broke_while_it_was_idle_costs_no_attempt() {
        var held = (Attempt.Held) store.tryAcquire(LeaseDatabase.claim(NAME, ALICE, TTL));
        proxy.reset();

        assertThat(store.renew(List.of(new RenewalRequest(held.term(), TTL))).get(NAME))
                .isInstanceOf(Renewal.Renewed.class);
    }

    @Test
    void a_server_process_that_was_ended_costs_no_attempt() {
        var held = (Attempt.Held) store.tryAcquire(LeaseDatabase.claim(NAME, ALICE, TTL));
        leases.run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                + " WHERE datname = current_database() AND pid <> pg_backend_pid()");

        assertThat(store.renew(List.of(new RenewalRequest(held.term(), TTL))).get(NAME))
                .isInstanceOf(Renewal.Renewed.class);
    }

    @Test
    void a_server_that_became_read_only_is_left_for_a_primary_without_a_restart() {
        store.find(List.of(NAME));
        LeaseDatabase.run(pool, "SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY"); // as on a standby

        assertThat(store.tryAcquire(LeaseDatabase.claim(NAME, ALICE, TTL))).isInstanceOf(Attempt.Held.class);
    }

    @Test
    void a_database_that_takes_no_writes_is_told_from_one_that_is_gone() {
        leases.run("ALTER DATABASE %s SET default_transaction_read_only = on".formatted(leases.database.name()));

        assertThat(kindOf(() -> leases.store.tryAcquire(LeaseDatabase.claim(NAME, ALICE, TTL))))
                .isEqualTo(Kind.READ_ONLY);
        assertThat(leases.store.find(List.of(NAME))).isEmpty();
    }

    @Test
    void a_database_that_is_gone_is_unreachable() {
        proxy.close();
        pool.getHikariPoolMXBean().softEvictConnections();
        try (var nowhere = pool(proxy.port())) {
            var lost = PostgresLeaseStore.of(nowhere, TableName.DEFAULT);

            assertThat(kindOf(() -> lost.tryAcquire(LeaseDatabase.claim(NAME, ALICE, TTL))))
                    .isEqualTo(Kind.UNREACHABLE);
        }
    }

    @Test
    void a_connection_inside_somebodys_transaction_is_refused() {
        var config = new HikariConfig();
        config.setJdbcUrl(leases.database.jdbcUrl());
        config.setMaximumPoolSize(1);
        config.setAutoCommit(false);
        try (var transactional = new HikariDataSource(config)) {
            var failure = catchThrowableOfType(
                    LeaseStoreException.class,
                    () -> PostgresLeaseStore.of(transactional, TableName.DEFAULT)
                            .tryAcquire(LeaseDatabase.claim(NAME, ALICE, TTL)));

            assertThat(failure.kind()).isEqualTo(Kind.REFUSED);
            assertThat(failure).hasMessageContaining("autocommit");
        }
        assertThat(leases.store.find(List.of(NAME))).isEmpty();
    }

    @Test
    void an_open_transaction_with_an_old_snapshot_elsewhere_changes_nothing() throws SQLException {
        leases.take(NAME, ALICE, Duration.ofSeconds(1));
        try (var old = leases.transaction(
                "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ; SELECT * FROM public.database_lease")) {
            org.awaitility.Awaitility.await().until(() -> leases.row().isFree());

            assertThat(leases.take(BOB).lease().holder()).isEqualTo(BOB.value());
            old.rollback();
        }
    }

    @Test
    void what_the_driver_says_is_shown_without_the_password() {
        var failure = Failures.ofConnect(
                new SQLException("no suitable driver for jdbc:postgresql://h/d?user=u&password=s3cret&ssl=true\n"));

        assertThat(failure.getMessage())
                .doesNotContain("s3cret")
                .doesNotContain("\n")
                .contains("ssl=true");
    }

    @Test
    void a_failure_of_the_login_names_the_user_and_is_no_failure_of_the_schema() {
        var failure =
                Failures.ofConnect(new SQLException("FATAL: password authentication failed for user \"u\"", "28P01"));

        assertThat(failure.kind()).isEqualTo(Kind.UNREACHABLE);
        assertThat(failure).hasMessageContaining("user \"u\"");
    }

    @Test
    void a_server_that_is_full_is_a_matter_of_storage() {
        assertThat(Failures.ofConnect(new SQLException("too many", "53300")).kind())
                .isEqualTo(Kind.STORAGE);
        assertThat(Failures.ofCall(TableName.DEFAULT, new SQLException("disk full", "53100"))
                        .kind())
                .isEqualTo(Kind.STORAGE);
    }

    private static Kind kindOf(Runnable call) {
        return catchThrowableOfType(LeaseStoreException.class, call::run).kind();
    }

    private HikariDataSource pool(int port) {
        var config = new HikariConfig();
        config.setJdbcUrl(leases.database.jdbcUrl().replace(":" + leases.database.port() + "/", ":" + port + "/"));
        config.setMaximumPoolSize(1);
        config.setConnectionTimeout(2_000);
        config.setInitializationFailTimeout(-1);
        return new HikariDataSource(config);
    }
}
