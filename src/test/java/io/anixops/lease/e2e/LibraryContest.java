package io.anixops.lease.e2e;

import java.time.Duration;
import javax.sql.DataSource;

/** Two electors of the library. */
final class LibraryContest implements Contest {
    private final DataSource pool;
    private final String lease;
    private final Duration ttl;
    private Rival leader;
    private Rival waiter;

    LibraryContest(DataSource pool, String lease, Duration ttl) throws Exception {
        this.pool = pool;
        this.lease = lease;
        this.ttl = ttl;
        leader = new Rival(pool).elect(lease, ttl).awaitLeading();
        waiter = newWaiter();
    }

    private Rival newWaiter() throws Exception {
        return new Rival(pool).electInVain(lease, ttl);
    }

    @Override
    public Duration handOver() throws Exception {
        var time = leader.handOverTo(waiter);
        leader.electInVain(lease, ttl);
        var former = leader;
        leader = waiter;
        waiter = former;
        return time;
    }

    @Override
    public Duration takeOver() throws Exception {
        var time = leader.vanishBefore(waiter);
        leader.close();
        leader = waiter.awaitLeading();
        waiter = newWaiter();
        return time;
    }

    @Override
    public void close() {
        waiter.close();
        leader.close();
    }
}
