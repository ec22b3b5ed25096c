package io.anixops.lease.e2e;

import io.anixops.lease.Candidacy;
import io.anixops.lease.Electors;
import io.anixops.lease.LeaseName;
import io.anixops.lease.Timing;
import io.anixops.lease.postgres.PostgresLeaseStore;
import io.anixops.lease.postgres.TableName;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;

/** One of several electors that want the same lease, with a stopwatch on its calls. */
final class Rival implements AutoCloseable {
    private final ObservedStore store;
    private final Electors electors;
    private Candidacy candidacy;

    Rival(DataSource database) {
        store = new ObservedStore(PostgresLeaseStore.of(database, TableName.DEFAULT));
        electors = Electors.on(store);
    }

    Rival elect(String lease, Duration ttl) {
        candidacy = electors.elect(LeaseName.of(lease), Timing.ofTtl(ttl), leadership -> new CountDownLatch(1).await());
        return this;
    }

    /** Returns once it was told that another has the lease. */
    Rival electInVain(String lease, Duration ttl) throws Exception {
        var refusal = store.nextRefusal();
        elect(lease, ttl);
        await(refusal);
        return this;
    }

    Rival awaitLeading() {
        Eventually.until("it leads", candidacy::isLeading);
        return this;
    }

    /** Gives the lease back, and tells how long it took until the other one had it. */
    Duration handOverTo(Rival next) throws Exception {
        var grant = next.store.nextGrant();
        candidacy.close();
        return Duration.ofNanos(await(grant) - store.releasedAt());
    }

    /** Is gone right after a renewal, and tells how long it took until the other one had the lease. */
    Duration vanishBefore(Rival next) throws Exception {
        var grant = next.store.nextGrant();
        var since = await(store.nextRenewal());
        store.vanish();
        return Duration.ofNanos(await(grant) - since);
    }

    private static long await(Future<Long> moment) throws Exception {
        return moment.get(60, TimeUnit.SECONDS);
    }

    @Override
    public void close() {
        electors.close();
    }
}
