package io.anixops.lease.postgres;

import static io.anixops.lease.postgres.LeaseDatabase.ALICE;
import static io.anixops.lease.postgres.LeaseDatabase.BOB;
import static io.anixops.lease.postgres.LeaseDatabase.TTL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.anixops.lease.Attempt;
import io.anixops.lease.LeaseName;
import io.anixops.lease.LeaseStoreException;
import io.anixops.lease.Renewal;
import io.anixops.lease.RenewalRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.ds.PGSimpleDataSource;

/** Teams on one table by docs/examples/tenants.sql: each reaches its own leases, and nobody else's. */
class TenantsIT {
    private static final LeaseName OWN = LeaseName.of("team-a/jobs");
    private static final LeaseName FOREIGN = LeaseName.of("team-b/jobs");

    private final LeaseDatabase leases = LeaseDatabase.create();

    @BeforeEach
    void twoTeamsAndAReader() throws IOException {
        for (var role : List.of("team_a", "lease_reader")) {
            leases.run("""
                    DO $$ BEGIN CREATE ROLE %s LOGIN;
                    EXCEPTION WHEN duplicate_object THEN NULL; END $$
                    """.formatted(role));
        }
        leases.run(Files.readString(
                Path.of(System.getProperty("project.basedir", "."), "docs", "examples", "tenants.sql")));
        leases.take(FOREIGN, BOB, TTL);
    }

    @Test
    void all_that_the_store_does_works_for_the_own_rows() {
        var store = PostgresLeaseStore.of(as("team_a"), TableName.DEFAULT);

        LeaseSchema.check(as("team_a"), TableName.DEFAULT);
        var held = (Attempt.Held) store.tryAcquire(LeaseDatabase.claim(OWN, ALICE, TTL));
        assertThat(store.renew(List.of(new RenewalRequest(held.term(), TTL))).get(OWN))
                .isInstanceOf(Renewal.Renewed.class);
        var moved = (Attempt.Held) store.handOver(held.term(), LeaseDatabase.claim(OWN, BOB, TTL));
        assertThat(moved.term().token()).isGreaterThan(held.term().token());
        assertThat(store.tryAcquire(LeaseDatabase.claim(OWN, ALICE, TTL))).isInstanceOf(Attempt.Denied.class);
        assertThat(store.release(moved.term())).isTrue();
    }

    @Test
    void a_foreign_lease_can_be_neither_taken_nor_seen_nor_ended() {
        var store = PostgresLeaseStore.of(as("team_a"), TableName.DEFAULT);
        var term = ((Attempt.Held) leases.store.tryAcquire(LeaseDatabase.claim(FOREIGN, BOB, TTL))).term();

        assertThatThrownBy(() -> store.tryAcquire(LeaseDatabase.claim(FOREIGN, ALICE, TTL)))
                .isInstanceOf(LeaseStoreException.class);
        assertThat(store.find(List.of(FOREIGN))).isEmpty();
        assertThat(store.renew(List.of(new RenewalRequest(term, TTL))).get(FOREIGN))
                .isInstanceOf(Renewal.Lost.class);
        assertThat(store.release(term)).isFalse();
        assertThat(leases.row(FOREIGN).isHeldBy(BOB)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "DELETE FROM public.database_lease",
                "TRUNCATE public.database_lease",
                "ALTER TABLE public.database_lease DISABLE ROW LEVEL SECURITY",
                "CREATE POLICY mine ON public.database_lease USING (true)",
                "UPDATE public.database_lease SET name = 'team-b/other' WHERE name = 'team-a/jobs'",
                "INSERT INTO public.database_lease (name, holder, expires_at) VALUES ('team-b/new', 'x', now())",
                "SET ROLE postgres",
                "SET row_security = off; SELECT count(*) FROM public.database_lease",
                "SELECT setval('public.database_lease_token', 1)",
                "CREATE FUNCTION public.starts_with(varchar, text) RETURNS bool LANGUAGE sql AS 'SELECT true'",
                "CREATE OR REPLACE FUNCTION public.database_lease_next_token(bigint, bigint) RETURNS bigint LANGUAGE sql AS 'SELECT 1::bigint'",
            })
    void is_refused(String sql) {
        leases.run("REVOKE CREATE ON SCHEMA public FROM PUBLIC"); // as PostgreSQL 15 and later have it
        leases.take(OWN, ALICE, TTL);

        assertThatThrownBy(() -> LeaseDatabase.run(as("team_a"), sql)).hasRootCauseInstanceOf(SQLException.class);
    }

    @Test
    void another_search_path_shows_no_more_and_makes_no_other_tokens() {
        leases.run("GRANT TEMPORARY ON DATABASE %s TO team_a".formatted(leases.database.name()));
        var tricked = (PGSimpleDataSource) as("team_a");
        tricked.setCurrentSchema("pg_temp,public");

        LeaseDatabase.run(tricked, """
                CREATE FUNCTION pg_temp.starts_with(varchar, text) RETURNS bool LANGUAGE sql AS 'SELECT true';
                CREATE FUNCTION pg_temp.database_lease_next_token(bigint, bigint) RETURNS bigint LANGUAGE sql AS 'SELECT 1::bigint';
                DO $$ BEGIN
                  IF EXISTS (SELECT FROM database_lease WHERE name LIKE 'team-b%') THEN RAISE 'seen'; END IF;
                END $$
                """);
        var held = (Attempt.Held)
                PostgresLeaseStore.of(tricked, TableName.DEFAULT).tryAcquire(LeaseDatabase.claim(OWN, ALICE, TTL));
        assertThat(held.term().token()).isGreaterThan(1L << 32);
    }

    @Test
    void the_reader_sees_all_and_writes_nothing() {
        var reader = as("lease_reader");

        assertThat(PostgresLeaseStore.of(reader, TableName.DEFAULT)
                        .find(List.of(FOREIGN))
                        .get(FOREIGN)
                        .holder())
                .isEqualTo(BOB.value());
        assertThatThrownBy(() -> LeaseDatabase.run(reader, "UPDATE public.database_lease SET holder = 'me'"))
                .hasMessageContaining("permission denied");
    }

    private DataSource as(String role) {
        var source = new PGSimpleDataSource();
        source.setUrl(leases.database.jdbcUrl());
        source.setUser(role);
        return source;
    }
}
