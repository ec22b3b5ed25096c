package io.anixops.lease.postgres;

import static io.anixops.lease.postgres.LeaseDatabase.ALICE;
import static io.anixops.lease.postgres.LeaseDatabase.BOB;
import static io.anixops.lease.postgres.LeaseDatabase.NAME;
import static io.anixops.lease.postgres.LeaseDatabase.TTL;
import static org.assertj.core.api.Assertions.assertThat;

import io.anixops.lease.Attempt;
import io.anixops.lease.RenewalRequest;
import java.sql.SQLException;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** What an attempt costs the server. */
class CostIT {
    private final LeaseDatabase leases = LeaseDatabase.create();

    @Test
    void a_refused_attempt_writes_nothing() {
        leases.take(ALICE);
        var refused = LeaseDatabase.claim(NAME, BOB, TTL);

        // the server writes for itself now and then, so one quiet round among several is the proof
        Awaitility.await().until(() -> {
            var before =
                    leases.query("SELECT pg_current_wal_insert_lsn()::text || pg_snapshot_xmax(pg_current_snapshot())");
            for (var i = 0; i < 20; i++) {
                assertThat(leases.store.tryAcquire(refused)).isInstanceOf(Attempt.Denied.class);
            }
            return before.equals(leases.query(
                    "SELECT pg_current_wal_insert_lsn()::text || pg_snapshot_xmax(pg_current_snapshot())"));
        });
    }

    @Test
    void neither_a_refusal_nor_a_renewal_uses_up_a_token() {
        var term = leases.take(ALICE).term();
        var before = leases.query("SELECT last_value FROM public.database_lease_token");

        leases.store.tryAcquire(LeaseDatabase.claim(NAME, BOB, TTL));
        leases.take(ALICE);
        leases.renew(term);

        assertThat(leases.query("SELECT last_value FROM public.database_lease_token"))
                .isEqualTo(before);
    }

    @Test
    void an_acquisition_leaves_no_setting_behind_in_its_session() throws SQLException {
        try (var connection = leases.source().getConnection()) {
            var before = LeaseDatabase.query(connection, "SELECT current_setting('lock_timeout')");
            new RowStatements(new Statements(TableName.DEFAULT), TableName.DEFAULT)
                    .acquire(connection, LeaseDatabase.claim(NAME, ALICE, TTL), AttemptBounds.forTtl(TTL));

            assertThat(LeaseDatabase.query(connection, "SELECT current_setting('lock_timeout')"))
                    .isEqualTo(before);
            assertThat(LeaseDatabase.query(connection, "SELECT current_setting('database_lease.own', true)"))
                    .isEmpty();
        }
    }

    @Test
    void renewals_leave_the_index_alone() {
        var terms = leases.takeMany(500).stream()
                .map(term -> new RenewalRequest(term, TTL))
                .toList();
        for (var i = 0; i < 10; i++) { // the rows spread over the pages until each has room for the next version
            leases.store.renew(terms);
        }
        // whoever reads meanwhile, as the server itself now and then, keeps versions alive: one quiet round is the
        // proof
        Awaitility.await().until(() -> hotPercentOf(40, terms) >= 99);
    }

    private double hotPercentOf(int rounds, List<RenewalRequest> terms) {
        leases.query("SELECT pg_stat_reset_single_table_counters('public.database_lease'::regclass)");
        for (var i = 0; i < rounds; i++) {
            leases.store.renew(terms);
        }
        Awaitility.await().until(() -> Integer.parseInt(leases.query(updates("n_tup_upd"))) >= rounds * terms.size());
        return Double.parseDouble(leases.query(updates("100.0 * n_tup_hot_upd / n_tup_upd")));
    }

    private static String updates(String what) {
        return "SELECT %s FROM pg_stat_user_tables WHERE relname = 'database_lease'".formatted(what);
    }
}
