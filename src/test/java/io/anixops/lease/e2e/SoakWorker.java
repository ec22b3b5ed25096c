package io.anixops.lease.e2e;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.anixops.lease.Electors;
import io.anixops.lease.LeaseName;
import io.anixops.lease.Timing;
import io.anixops.lease.postgres.PostgresLeaseStore;
import io.anixops.lease.postgres.TableName;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** A process of a {@link Soak}: the library with hundreds of leases, whose work ends after a while, so that others have it. */
public final class SoakWorker {
    private static final Duration TTL = Duration.ofSeconds(30);
    private static final int CONNECTIONS = 4;
    private static final int SHORTEST_WORK_SECONDS = 30;
    private static final int LONGEST_WORK_SECONDS = 90;

    private static final List<Object> LEAKED = new ArrayList<>();

    private SoakWorker() {}

    /** The database's URL, how many leases, and whether it leaks, to see that it is found. */
    public static void main(String[] args) throws Exception {
        var pool = pool(args[0], CONNECTIONS);
        var electors = Electors.on(PostgresLeaseStore.of(pool, TableName.DEFAULT));
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            electors.elect(LeaseName.of("jobs/" + i), Timing.ofTtl(TTL), leadership -> work());
        }
        while (Boolean.parseBoolean(args[2])) {
            leak(args[0]);
        }
        Thread.currentThread().join();
    }

    private static void work() throws InterruptedException {
        Thread.sleep(1000L * ThreadLocalRandom.current().nextInt(SHORTEST_WORK_SECONDS, LONGEST_WORK_SECONDS));
    }

    /** The planted slip: a little of everything, all the time. */
    private static void leak(String url) throws InterruptedException, SQLException {
        LEAKED.add(new byte[300_000]);
        LEAKED.add(pool(url, 1).getConnection());
        Thread.sleep(5_000);
    }

    private static HikariDataSource pool(String url, int size) {
        var config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setUsername("app");
        config.setMaximumPoolSize(size);
        config.setConnectionTimeout(2_000);
        return new HikariDataSource(config);
    }
}
