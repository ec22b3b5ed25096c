package io.anixops.lease.e2e;

import io.anixops.lease.Candidacy;
import io.anixops.lease.Electors;
import io.anixops.lease.LeaseName;
import io.anixops.lease.Timing;
import io.anixops.lease.postgres.PostgresLeaseStore;
import io.anixops.lease.postgres.TableName;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import javax.sql.DataSource;

/** An elector of the library, in a process of its own as far as the others can tell. */
final class LibraryRival implements Rival<LibraryRival> {
    private final ObservedStore store;
    private final Electors electors;
    private final LeaseName lease;
    private final Timing timing;
    private Candidacy candidacy;

    LibraryRival(DataSource database, String lease, Duration ttl) {
        this.lease = LeaseName.of(lease);
        timing = Timing.ofTtl(ttl);
        store = new ObservedStore(PostgresLeaseStore.of(database, TableName.DEFAULT));
        electors = Electors.on(store);
    }

    @Override
    public LibraryRival elect() {
        candidacy = electors.elect(lease, timing, leadership -> new CountDownLatch(1).await());
        return this;
    }

    @Override
    public LibraryRival electInVain() throws Exception {
        var refusal = store.nextRefusal();
        elect();
        NextMoment.await(refusal);
        return this;
    }

    @Override
    public LibraryRival awaitLeading() {
        Eventually.until("it leads", candidacy::isLeading);
        return this;
    }

    @Override
    public Duration handOverTo(LibraryRival next) throws Exception {
        var grant = next.store.nextGrant();
        candidacy.close();
        return Duration.ofNanos(NextMoment.await(grant) - store.releasedAt());
    }

    @Override
    public Duration vanishBefore(LibraryRival next) throws Exception {
        var grant = next.store.nextGrant();
        var since = NextMoment.await(store.nextRenewal());
        store.vanish();
        return Duration.ofNanos(NextMoment.await(grant) - since);
    }

    @Override
    public void close() {
        electors.close();
    }
}
