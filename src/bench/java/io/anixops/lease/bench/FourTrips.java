package io.anixops.lease.bench;

import io.anixops.lease.postgres.GoStandIn;
import io.anixops.lease.postgres.TableName;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;

/** A transaction of four statements, as the Go original's kind makes it, on a table of its own with its own index. */
final class FourTrips implements Contestant {
    private final GoStandIn leases;

    FourTrips(DataSource pool) {
        this.leases = new GoStandIn(pool, TableName.of("go_lease"), Duration.ZERO);
        run(() -> {
            leases.ensureSchema();
            return true;
        });
        Sql.execute(pool, "ALTER TABLE go_lease SET (fillfactor = 70)");
    }

    private interface Step {
        boolean take() throws SQLException;
    }

    private static boolean run(Step step) {
        try {
            return step.take();
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }

    private boolean acquire(String name, String holder) {
        return run(() -> leases.tryAcquire(name, holder, Ours.TTL));
    }

    @Override
    public String name() {
        return "four trips (Go)";
    }

    @Override
    public String table() {
        return "go_lease";
    }

    @Override
    public void take(int lease) {
        renew(lease);
    }

    @Override
    public void renew(int lease) {
        Expect.that(acquire("renewed/" + lease, "alice"), "lease %s was not renewed", lease);
    }

    @Override
    public void cycle(int lease) {
        Expect.that(acquire("cycled/" + lease, "alice"), "lease %s was not acquired", lease);
        Expect.that(run(() -> leases.release("cycled/" + lease, "alice")), "lease %s was not released", lease);
    }

    @Override
    public boolean contend(int process, Runnable holding) {
        if (!acquire("contended", "process-" + process)) {
            return false;
        }
        holding.run();
        Expect.that(run(() -> leases.release("contended", "process-" + process)), "a lease was not released");
        return true;
    }

    @Override
    public void occupy(int lease) {
        Expect.that(acquire("occupied/" + lease, "bob"), "lease %s was not acquired", lease);
    }

    @Override
    public void refused(int lease) {
        Expect.that(!acquire("occupied/" + lease, "alice"), "an attempt at lease %s was not refused", lease);
    }
}
