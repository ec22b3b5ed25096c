package io.anixops.lease.postgres;

import static io.anixops.lease.postgres.LeaseDatabase.ALICE;
import static io.anixops.lease.postgres.LeaseDatabase.BOB;
import static io.anixops.lease.postgres.LeaseDatabase.TTL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.anixops.lease.Attempt;
import io.anixops.lease.LeaseName;
import io.anixops.lease.Renewal;
import io.anixops.lease.RenewalRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

/** The SQL that the documents show does what they say, with the rights that they name and no others. */
class DocumentedSqlIT {
    private static final Path EXAMPLES = Path.of(System.getProperty("project.basedir", "."), "docs", "examples");
    private static final LeaseName WORKERS = LeaseName.of("control/singleton-workers");

    private final LeaseDatabase leases = LeaseDatabase.create();

    @BeforeEach
    void rolesWithoutAnyRight() {
        leases.run("REVOKE ALL ON SCHEMA public FROM PUBLIC");
        for (var role : List.of("lease_operator", "app")) {
            leases.run("""
                    DO $$ BEGIN CREATE ROLE %s LOGIN;
                    EXCEPTION WHEN duplicate_object THEN NULL; END $$
                    """.formatted(role));
        }
    }

    @Test
    void the_granted_rights_are_enough_for_everything_that_the_store_does() throws Exception {
        leases.run(example("grants.sql"));
        var role = as("lease_operator");
        var heard = new LinkedBlockingQueue<Optional<LeaseName>>();

        LeaseSchema.check(role, TableName.DEFAULT);
        LeaseSchema.ensure(role, TableName.DEFAULT);
        var store = PostgresLeaseStore.of(role, TableName.DEFAULT);
        try (var watch = store.watch(heard::add)) {
            assertThat(heard.poll(60, TimeUnit.SECONDS)).isEmpty(); // it listens
            var held = (Attempt.Held) store.tryAcquire(LeaseDatabase.claim(WORKERS, ALICE, TTL));
            assertThat(heard.poll(60, TimeUnit.SECONDS)).contains(WORKERS);
            assertThat(store.renew(List.of(new RenewalRequest(held.term(), TTL)))
                            .get(WORKERS))
                    .isInstanceOf(Renewal.Renewed.class);
            var moved = (Attempt.Held) store.handOver(held.term(), LeaseDatabase.claim(WORKERS, BOB, TTL));
            var row = store.find(List.of(WORKERS)).get(WORKERS);
            assertThat(store.shorten(moved.term(), row, TTL.dividedBy(2))).isPresent();
            assertThat(store.release(moved.term())).isTrue();
            assertThat(watch).isNotNull();
        }
    }

    @Test
    void with_two_roles_one_makes_the_table_and_the_other_works_with_it() throws Exception {
        var fresh = TestPostgres.shared().newDatabase();
        LeaseDatabase.run(fresh.dataSource(), "REVOKE ALL ON SCHEMA public FROM PUBLIC");
        LeaseDatabase.run(
                fresh.dataSource(),
                example("roles.sql")
                        .replaceAll(
                                "CREATE ROLE (\\w+) LOGIN;",
                                "DO \\$\\$ BEGIN CREATE ROLE $1 LOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END \\$\\$;"));

        LeaseSchema.ensure(as("lease_admin", fresh), TableName.DEFAULT);

        var operator = as("lease_operator", fresh);
        LeaseSchema.check(operator, TableName.DEFAULT);
        var store = PostgresLeaseStore.of(operator, TableName.DEFAULT);
        assertThat(store.tryAcquire(LeaseDatabase.claim(WORKERS, ALICE, TTL))).isInstanceOf(Attempt.Held.class);
        assertThatThrownBy(() -> LeaseDatabase.run(operator, "DELETE FROM public.database_lease"))
                .hasMessageContaining("permission denied");
    }

    @Test
    void a_lock_of_a_hand_written_table_becomes_a_lease_that_ends_when_the_lock_would_have() throws Exception {
        leases.run("""
                CREATE TABLE job_locks (name text PRIMARY KEY, locked_by text NOT NULL, locked_until timestamptz NOT NULL);
                INSERT INTO job_locks VALUES ('nightly', 'old-1', clock_timestamp() + interval '3 s'),
                                             ('hourly', 'old-2', clock_timestamp() - interval '3 s')
                """);
        leases.run(example("from-lock-table.sql"));
        var nightly = LeaseName.of("jobs/nightly");

        assertThat(leases.query("""
                WITH renewed AS (UPDATE job_locks SET locked_until = clock_timestamp() + interval '1 h'
                                 WHERE name = 'nightly' AND locked_by = 'old-1' RETURNING 1)
                SELECT count(*) FROM renewed""")).isEqualTo("0");
        assertThat(leases.query("""
                WITH taken AS (INSERT INTO job_locks VALUES ('new', 'old-3', clock_timestamp()) RETURNING 1)
                SELECT count(*) FROM taken""")).isEqualTo("0");
        var denied = (Attempt.Denied) leases.store.tryAcquire(LeaseDatabase.claim(nightly, ALICE, TTL));
        assertThat(denied.lease().holder()).isEqualTo("old-1");
        assertThat(denied.lease().remaining()).isLessThanOrEqualTo(Duration.ofSeconds(3));
        assertThat(leases.store.tryAcquire(LeaseDatabase.claim(LeaseName.of("jobs/hourly"), ALICE, TTL)))
                .isInstanceOf(Attempt.Held.class);
        await().atMost(Duration.ofSeconds(60))
                .until(() -> leases.store.tryAcquire(LeaseDatabase.claim(nightly, ALICE, TTL)) instanceof Attempt.Held);
        assertThat(leases.query("SELECT locked_until < clock_timestamp() FROM job_locks WHERE name = 'nightly'"))
                .isEqualTo("t");
    }

    @Test
    void the_granted_rights_are_not_enough_to_change_the_table_or_to_delete_from_it() throws IOException {
        leases.run(example("grants.sql"));
        var role = as("lease_operator");

        for (var forbidden : List.of(
                "DELETE FROM public.database_lease",
                "TRUNCATE public.database_lease",
                "DROP TABLE public.database_lease",
                "CREATE TABLE public.mine (id int)")) {
            assertThatThrownBy(() -> LeaseDatabase.run(role, forbidden))
                    .as(forbidden)
                    .hasRootCauseInstanceOf(SQLException.class);
        }
    }

    @Test
    void a_fenced_write_is_done_while_the_token_holds_and_refused_after() throws IOException {
        leases.run(example("own-sql.sql"));
        leases.run("CREATE TABLE invoice_run (day date); GRANT INSERT, SELECT ON invoice_run TO app");
        var held = leases.take(WORKERS, ALICE, TTL);
        var write = example("fenced-write.sql")
                .replace(":token", Long.toString(held.term().token()));

        LeaseDatabase.run(as("app"), write);
        leases.store.handOver(held.term(), LeaseDatabase.claim(WORKERS, BOB, TTL));
        assertThatThrownBy(() -> LeaseDatabase.run(as("app"), write)).hasMessageContaining("is not held with token");

        assertThat(leases.query("SELECT count(*) FROM invoice_run")).isEqualTo("1");
    }

    @Test
    void the_role_of_the_application_can_move_no_lease() throws IOException {
        leases.run(example("own-sql.sql"));
        leases.take(WORKERS, ALICE, TTL);

        assertThatThrownBy(() -> LeaseDatabase.run(as("app"), "UPDATE public.database_lease SET holder = 'me'"))
                .hasMessageContaining("permission denied");
    }

    @Test
    void a_look_at_the_table_shows_who_has_what() throws IOException {
        leases.take(WORKERS, ALICE, TTL);

        assertThat(leases.query(example("look.sql").replace("SELECT name, holder", "SELECT name || ' ' || holder")))
                .isEqualTo(WORKERS + " " + ALICE.value());
    }

    private DataSource as(String role) {
        return as(role, leases.database);
    }

    private static DataSource as(String role, TestPostgres.Database database) {
        var source = new PGSimpleDataSource();
        source.setUrl(database.jdbcUrl());
        source.setUser(role);
        return source;
    }

    private static String example(String file) throws IOException {
        return Files.readString(EXAMPLES.resolve(file));
    }
}
