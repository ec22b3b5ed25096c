package io.anixops.lease.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.anixops.lease.Attempt;
import io.anixops.lease.HolderId;
import io.anixops.lease.LeaseName;
import io.anixops.lease.LeaseStoreException;
import io.anixops.lease.LeaseStoreException.Kind;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

/** The schema's script and its runner. */
class SchemaIT {
    private static final TableName GO_TABLE = TableName.of("v4_kernel_lease");

    private final TestPostgres.Database database = TestPostgres.shared().newDatabase();
    private final DataSource source = database.dataSource();

    @RepeatedTest(3)
    void sixteen_that_start_at_once_all_find_the_schema() throws Exception {
        atOnce(16, () -> LeaseSchema.ensure(source, TableName.DEFAULT));

        LeaseSchema.check(source, TableName.DEFAULT);
    }

    @RepeatedTest(3)
    void it_starts_beside_others_that_create_the_table_in_their_own_way() throws Exception {
        var own = new GoStandIn(source, GO_TABLE, Duration.ZERO);
        var barrier = new CyclicBarrier(16);
        var executor = Executors.newFixedThreadPool(16);
        try {
            List<Future<?>> ours = new ArrayList<>();
            List<Future<?>> theirs = new ArrayList<>();
            for (var i = 0; i < 16; i++) {
                if (i % 2 == 0) {
                    ours.add(executor.submit((Callable<Void>) () -> {
                        barrier.await(30, TimeUnit.SECONDS);
                        LeaseSchema.ensure(source, GO_TABLE);
                        return null;
                    }));
                } else {
                    theirs.add(executor.submit((Callable<Void>) () -> {
                        barrier.await(30, TimeUnit.SECONDS);
                        own.ensureSchema(); // may lose the race that PostgreSQL has here; that is its own affair
                        return null;
                    }));
                }
            }
            for (var each : ours) {
                each.get(60, TimeUnit.SECONDS);
            }
            assertThat(theirs).hasSize(8);
        } finally {
            executor.shutdownNow();
        }
        LeaseSchema.check(source, GO_TABLE);
    }

    @Test
    void a_table_that_is_there_gets_what_it_lacks_and_keeps_the_rest() throws SQLException {
        var other = new GoStandIn(source, GO_TABLE, Duration.ZERO);
        other.ensureSchema();
        other.tryAcquire("jobs", "host-12345678", Duration.ofHours(1));
        var before = query("SELECT v4_kernel_lease::text FROM v4_kernel_lease");
        var columns =
                "SELECT string_agg(column_name || data_type || is_nullable || coalesce(column_default, ''), ',' ORDER BY"
                        + " ordinal_position) FROM information_schema.columns WHERE table_name = 'v4_kernel_lease' AND ordinal_position < 6";
        var columnsBefore = query(columns);

        LeaseSchema.ensure(source, GO_TABLE);

        assertThat(query("SELECT (name, holder, expires_at, acquired_at, renewed_at)::text FROM v4_kernel_lease"))
                .isEqualTo(before);
        assertThat(query(columns)).isEqualTo(columnsBefore);
        assertThat(query("SELECT count(*) FROM pg_indexes WHERE tablename = 'v4_kernel_lease'"))
                .isEqualTo("2");
        assertThat(query("SELECT (token, renewer, holder_info IS NULL)::text FROM v4_kernel_lease"))
                .isEqualTo("(0,\"\",t)");
    }

    @Test
    void a_lease_held_in_a_table_that_is_there_stays_held_and_gets_a_token_with_its_next_renewal() throws SQLException {
        var other = new GoStandIn(source, GO_TABLE, Duration.ZERO);
        other.ensureSchema();
        other.tryAcquire("jobs", "host-12345678", Duration.ofHours(1));
        LeaseSchema.ensure(source, GO_TABLE);
        var store = PostgresLeaseStore.of(source, GO_TABLE);
        var name = LeaseName.of("jobs");

        var attempt = store.tryAcquire(LeaseDatabase.claim(name, LeaseDatabase.ALICE, LeaseDatabase.TTL));
        assertThat(attempt).isInstanceOf(Attempt.Denied.class);
        assertThat(attempt.lease().token()).isZero();

        other.tryAcquire("jobs", "host-12345678", Duration.ofHours(1));
        assertThat(store.find(List.of(name)).get(name).token()).isPositive();
    }

    @Test
    void the_script_may_run_again_and_again() {
        LeaseDatabase.run(source, LeaseSchema.script(TableName.DEFAULT));
        LeaseDatabase.run(source, LeaseSchema.script(TableName.DEFAULT));

        LeaseSchema.check(source, TableName.DEFAULT);
    }

    @Test
    void a_table_of_another_name_in_another_schema_is_independent() {
        var table = TableName.of("control_plane.leases");

        LeaseSchema.ensure(source, table);

        var store = PostgresLeaseStore.of(source, table);
        var attempt = store.tryAcquire(LeaseDatabase.claim(LeaseDatabase.NAME, LeaseDatabase.ALICE, LeaseDatabase.TTL));
        assertThat(attempt).isInstanceOf(Attempt.Held.class);
        assertThat(query("SELECT to_regclass('public.database_lease') IS NULL")).isEqualTo("t");
        assertThat(query("SELECT count(*) FROM pg_proc WHERE proname LIKE 'database_lease%'"))
                .isEqualTo("0");
    }

    @Test
    void nothing_depends_on_the_search_path() throws SQLException {
        LeaseSchema.ensure(source, TableName.DEFAULT);
        LeaseDatabase.run(source, "ALTER DATABASE %s SET search_path = ''".formatted(database.name()));

        LeaseSchema.check(source, TableName.DEFAULT);
        var store = PostgresLeaseStore.of(source, TableName.DEFAULT);
        var claim = LeaseDatabase.claim(LeaseDatabase.NAME, LeaseDatabase.ALICE, LeaseDatabase.TTL);
        assertThat(store.tryAcquire(claim)).isInstanceOf(Attempt.Held.class);
        new GoStandIn(source, TableName.DEFAULT, Duration.ZERO)
                .tryAcquire("other", "host-12345678", Duration.ofHours(1));
    }

    @Test
    void a_missing_schema_is_refused_with_the_cure() {
        assertThatThrownBy(() -> LeaseSchema.check(source, TableName.DEFAULT))
                .isInstanceOf(LeaseStoreException.class)
                .hasMessageContaining("public.database_lease")
                .hasMessageContaining("version 1")
                .hasMessageContaining("database_lease.sql")
                .extracting(e -> ((LeaseStoreException) e).kind())
                .isEqualTo(Kind.SCHEMA_MISSING);
    }

    @Test
    void a_statement_without_a_schema_says_so() {
        var store = PostgresLeaseStore.of(source, TableName.DEFAULT);

        assertThatThrownBy(() -> store.find(List.of(LeaseDatabase.NAME)))
                .extracting(e -> ((LeaseStoreException) e).kind())
                .isEqualTo(Kind.SCHEMA_MISSING);
    }

    @Test
    void a_table_that_was_dropped_and_made_by_others_is_not_taken_for_ours() throws SQLException {
        LeaseSchema.ensure(source, GO_TABLE);
        LeaseDatabase.run(source, "DROP TABLE v4_kernel_lease");
        new GoStandIn(source, GO_TABLE, Duration.ZERO).ensureSchema();

        assertThatThrownBy(() -> LeaseSchema.check(source, GO_TABLE)).isInstanceOf(LeaseStoreException.class);
        LeaseSchema.ensure(source, GO_TABLE);
        LeaseSchema.check(source, GO_TABLE);
    }

    @Test
    void a_newer_schema_is_refused_and_left_as_it_is() {
        LeaseSchema.ensure(source, TableName.DEFAULT);
        LeaseDatabase.run(source, """
                CREATE OR REPLACE FUNCTION public.database_lease_schema_version() RETURNS int
                LANGUAGE sql IMMUTABLE AS 'SELECT 7'
                """);

        for (var start : List.<Runnable>of(
                () -> LeaseSchema.check(source, TableName.DEFAULT),
                () -> LeaseSchema.ensure(source, TableName.DEFAULT))) {
            assertThatThrownBy(start::run)
                    .hasMessage(
                            "lease table public.database_lease has schema version 7, and this software knows 1: run a newer version of it")
                    .extracting(e -> ((LeaseStoreException) e).kind())
                    .isEqualTo(Kind.SCHEMA_TOO_NEW);
        }
        assertThatThrownBy(() -> LeaseDatabase.run(source, LeaseSchema.script(TableName.DEFAULT)))
                .hasMessageContaining("version 7");
        assertThat(query("SELECT public.database_lease_schema_version()")).isEqualTo("7");
    }

    @Test
    void a_role_without_the_right_to_create_needs_none_where_all_is_there() {
        LeaseSchema.ensure(source, TableName.DEFAULT);
        var role = role("GRANT SELECT, INSERT, UPDATE ON public.database_lease TO %s");

        LeaseSchema.ensure(role, TableName.DEFAULT);

        var store = PostgresLeaseStore.of(role, TableName.DEFAULT);
        var held = (Attempt.Held)
                store.tryAcquire(LeaseDatabase.claim(LeaseDatabase.NAME, LeaseDatabase.ALICE, LeaseDatabase.TTL));
        assertThat(held.term().token()).isGreaterThan(1L << 32);
        assertThat(store.handOver(
                        held.term(), LeaseDatabase.claim(LeaseDatabase.NAME, HolderId.of("b"), LeaseDatabase.TTL)))
                .isInstanceOf(Attempt.Held.class);
    }

    @Test
    void a_role_without_the_right_to_create_is_told_so_where_something_is_missing() {
        var role = role("");

        assertThatThrownBy(() -> LeaseSchema.ensure(role, TableName.of("elsewhere.leases")))
                .hasMessageContaining("this role may not create it")
                .hasMessageContaining("administrator")
                .extracting(e -> ((LeaseStoreException) e).kind())
                .isEqualTo(Kind.SCHEMA_MISSING);
    }

    @Test
    void a_role_without_rights_on_the_table_is_told_which_it_needs() {
        LeaseSchema.ensure(source, TableName.DEFAULT);
        var store = PostgresLeaseStore.of(role(""), TableName.DEFAULT);

        assertThatThrownBy(() -> store.find(List.of(LeaseDatabase.NAME)))
                .hasMessageContaining("SELECT, INSERT and UPDATE on public.database_lease")
                .extracting(e -> ((LeaseStoreException) e).kind())
                .isEqualTo(Kind.SCHEMA_MISSING);
    }

    private DataSource role(String grant) {
        var name = "role_" + database.name();
        LeaseDatabase.run(
                source,
                "CREATE ROLE %1$s LOGIN; REVOKE ALL ON SCHEMA public FROM PUBLIC;".formatted(name)
                        + " GRANT USAGE ON SCHEMA public TO %s;".formatted(name)
                        + grant.formatted(name));
        var role = new PGSimpleDataSource();
        role.setUrl(database.jdbcUrl());
        role.setUser(name);
        return role;
    }

    private String query(String sql) {
        try (var connection = source.getConnection()) {
            return LeaseDatabase.query(connection, sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void atOnce(int many, Runnable what) throws Exception {
        var barrier = new CyclicBarrier(many);
        var executor = Executors.newFixedThreadPool(many);
        try {
            List<Callable<Void>> tasks = new ArrayList<>();
            for (var i = 0; i < many; i++) {
                tasks.add(() -> {
                    barrier.await(30, TimeUnit.SECONDS);
                    what.run();
                    return null;
                });
            }
            for (var done : executor.invokeAll(tasks)) {
                done.get();
            }
        } finally {
            executor.shutdownNow();
        }
    }
}
