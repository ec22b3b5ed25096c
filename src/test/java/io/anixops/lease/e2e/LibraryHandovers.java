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
import org.slf4j.LoggerFactory;

/**
 * How long it takes until the next process has the lease, between two electors of the library on a real PostgreSQL, after
 * a release and after the leader has vanished: {@code e2e/library-handovers}. Then the same beside Fabric8's elector.
 */
public final class LibraryHandovers {
    private static final int WARM_UP = 50;
    private static final Duration TTL = Duration.ofSeconds(30);
    private static final Duration SHORT = Duration.ofSeconds(1); // the least, so that many take-overs take minutes

    private LibraryHandovers() {}

    /** How many hand-overs, how many take-overs, and how many hand-overs of each beside the peer, with a third of take-overs. */
    public static void main(String[] args) throws Exception {
        ((Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME))
                .setLevel(Level.OFF); // who is gone is told of
        try (TestPostgres postgres = TestPostgres.start();
                HikariDataSource pool = pool(postgres.newDatabase())) {
            LeaseSchema.ensure(pool, TableName.DEFAULT);
            var handOvers = handOvers(pool, Integer.parseInt(args[0]));
            System.out.printf(
                    "%d hand-overs, release sent to next acquire returned: %s%n",
                    handOvers.sorted().size(), handOvers.inMillisBeyond(Duration.ZERO));
            var takeOvers = takeOvers(pool, Integer.parseInt(args[1]));
            System.out.printf(
                    "%d take-overs, leader gone right after a renewal to next acquire returned, beyond the TTL of 1 s:"
                            + " %s%n",
                    takeOvers.sorted().size(), takeOvers.inMillisBeyond(SHORT));
            besidePeer(pool, Integer.parseInt(args[2]));
        }
        System.exit(0); // threads of clients would go on for a while
    }

    private static Percentiles handOvers(HikariDataSource pool, int times) throws Exception {
        try (var contest = new Contest<>(() -> new LibraryRival(pool, "handed", TTL))) {
            List<Duration> all = new ArrayList<>();
            for (int i = -WARM_UP; i < times; i++) {
                Steady.pass(Contest.SHORTEST_TERM);
                var time = contest.handOver();
                if (i >= 0) {
                    all.add(time);
                }
            }
            return Percentiles.of(all);
        }
    }

    private static Percentiles takeOvers(HikariDataSource pool, int times) throws Exception {
        try (var contest = new Contest<>(() -> new LibraryRival(pool, "taken", SHORT))) {
            List<Duration> all = new ArrayList<>();
            for (int i = 0; i < times; i++) {
                all.add(contest.takeOver());
            }
            return Percentiles.of(all);
        }
    }

    private static void besidePeer(HikariDataSource pool, int turns) throws Exception {
        if (turns == 0) {
            return;
        }
        try (var plane = ControlPlane.builder().apiServerOnly().start();
                var both = new PeerHandovers(pool, plane.client())) {
            both.handOvers(turns);
            both.takeOvers(turns / 3);
        }
    }

    private static HikariDataSource pool(TestPostgres.Database database) {
        var config = new HikariConfig();
        config.setJdbcUrl(database.jdbcUrl());
        config.setMaximumPoolSize(20);
        return new HikariDataSource(config);
    }
}
