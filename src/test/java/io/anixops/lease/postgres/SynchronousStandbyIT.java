package io.anixops.lease.postgres;

import static io.anixops.lease.postgres.LeaseDatabase.ALICE;
import static io.anixops.lease.postgres.LeaseDatabase.NAME;
import static io.anixops.lease.postgres.LeaseDatabase.TTL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.anixops.lease.Attempt;
import io.anixops.lease.LeaseStoreException;
import io.anixops.lease.LeaseStoreException.Kind;
import io.anixops.lease.Renewal;
import io.anixops.lease.RenewalRequest;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

/** A synchronous standby that is away. The server is of its own: the setting is one of the whole server. */
class SynchronousStandbyIT {
    private static final TestPostgres SERVER = TestPostgres.start();

    private final LeaseDatabase leases = LeaseDatabase.create(SERVER);

    @AfterAll
    static void stop() {
        SERVER.close();
    }

    @Test
    void a_commit_that_gave_up_waiting_for_the_standby_grants_nothing() throws Exception {
        var held = leases.take(ALICE);
        leases.run("ALTER SYSTEM SET synchronous_standby_names = 'away'");
        leases.run("SELECT pg_reload_conf()");
        var store = PostgresLeaseStore.of(waitingForStandby(), TableName.DEFAULT);

        var attempt = CompletableFuture.supplyAsync(() -> catchThrowableOfType(
                LeaseStoreException.class, () -> store.tryAcquire(LeaseDatabase.claim(NAME, ALICE, TTL))));
        cancelWaitForStandby();
        assertThat(attempt.get(30, TimeUnit.SECONDS))
                .hasMessageContaining("warning")
                .extracting(LeaseStoreException::kind)
                .isEqualTo(Kind.REFUSED);

        var renewal = CompletableFuture.supplyAsync(
                () -> store.renew(List.of(new RenewalRequest(held.term(), TTL))).get(NAME));
        cancelWaitForStandby();
        assertThat(renewal.get(30, TimeUnit.SECONDS)).isInstanceOf(Renewal.Failed.class);

        leases.run("ALTER SYSTEM RESET synchronous_standby_names");
        leases.run("SELECT pg_reload_conf()");
        assertThat(store.tryAcquire(LeaseDatabase.claim(NAME, ALICE, TTL))).isInstanceOf(Attempt.Held.class);
    }

    /** The server's default here is not to wait, which leaves the test's own commits alone. */
    private DataSource waitingForStandby() {
        var source = new PGSimpleDataSource();
        source.setUrl(leases.database.jdbcUrl());
        source.setOptions("-c synchronous_commit=on");
        return source;
    }

    private void cancelWaitForStandby() {
        Awaitility.await()
                .atMost(Duration.ofSeconds(10))
                .pollInterval(Duration.ofMillis(10))
                .until(() -> leases.query(
                                "SELECT count(pg_cancel_backend(pid)) FROM pg_stat_activity WHERE wait_event = 'SyncRep'")
                        .equals("1"));
    }
}
