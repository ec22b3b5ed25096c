package io.anixops.lease.e2e;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.anixops.lease.postgres.LeaseSchema;
import io.anixops.lease.postgres.TableName;
import io.anixops.lease.postgres.TestPostgres;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.slf4j.LoggerFactory;

/**
 * How long it takes until the next process has the lease, between two electors of the library on a real PostgreSQL, after
 * a release and after the leader has vanished: {@code e2e/library-handovers}. No Kubernetes in it.
 */
public final class LibraryHandovers {
    private static final int WARM_UP = 50;
    private static final Duration TERM = Duration.ofMillis(300); // shorter ones meet the thinning out of notifications
    private static final Duration TTL = Duration.ofSeconds(30);
    private static final Duration SHORT = Duration.ofSeconds(1); // the least, so that many take-overs take minutes

    private LibraryHandovers() {}

    /** The arguments are how many hand-overs, and how many take-overs. */
    public static void main(String[] args) throws Exception {
        ((Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME))
                .setLevel(Level.ERROR); // who is gone is warned of
        try (TestPostgres postgres = TestPostgres.start();
                HikariDataSource pool = pool(postgres.newDatabase())) {
            LeaseSchema.ensure(pool, TableName.DEFAULT);
            var handOvers = handOvers(pool, Integer.parseInt(args[0]));
            System.out.printf(
                    "%d hand-overs, release sent to next acquire returned: %s%n",
                    handOvers.sorted().size(), handOvers.inMillisBeyond(Duration.ZERO));
            var takeOvers = takeOvers(pool, Integer.parseInt(args[1]));
            System.out.printf(
                    "%d take-overs, leader gone right after a renewal to next acquire returned, beyond the TTL of 1 s: %s%n",
                    takeOvers.sorted().size(), takeOvers.inMillisBeyond(SHORT));
        }
    }

    /** Two take turns; each gives the lease back while the other waits for it. */
    private static Percentiles handOvers(HikariDataSource pool, int times) throws Exception {
        try (var one = new Rival(pool);
                var other = new Rival(pool)) {
            var leader = one;
            var waiter = other;
            leader.elect("handed", TTL).awaitLeading();
            waiter.electInVain("handed", TTL);
            List<Duration> all = new ArrayList<>();
            for (int i = -WARM_UP; i < times; i++) {
                var time = leader.handOverTo(waiter);
                if (i >= 0) {
                    all.add(time);
                }
                leader.electInVain("handed", TTL);
                Thread.sleep(TERM.toMillis());
                var former = leader;
                leader = waiter;
                waiter = former;
            }
            return Percentiles.of(all);
        }
    }

    /** Each leader vanishes while the next one waits. */
    private static Percentiles takeOvers(HikariDataSource pool, int times) throws Exception {
        Supplier<Rival> newcomer = () -> new Rival(pool);
        var leader = newcomer.get().elect("taken", SHORT).awaitLeading();
        List<Duration> all = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            var waiter = newcomer.get().electInVain("taken", SHORT);
            all.add(leader.vanishBefore(waiter));
            leader.close();
            leader = waiter.awaitLeading();
        }
        leader.close();
        return Percentiles.of(all);
    }

    private static HikariDataSource pool(TestPostgres.Database database) {
        var config = new HikariConfig();
        config.setJdbcUrl(database.jdbcUrl());
        config.setMaximumPoolSize(10);
        return new HikariDataSource(config);
    }
}
