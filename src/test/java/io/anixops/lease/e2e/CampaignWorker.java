package io.anixops.lease.e2e;

import io.anixops.lease.Attempt;
import io.anixops.lease.Claim;
import io.anixops.lease.Electors;
import io.anixops.lease.ForwardingStore;
import io.anixops.lease.Leadership;
import io.anixops.lease.LeaseName;
import io.anixops.lease.LeaseStore;
import io.anixops.lease.Renewal;
import io.anixops.lease.RenewalRequest;
import io.anixops.lease.Term;
import io.anixops.lease.Timing;
import io.anixops.lease.e2e.Happening.Kind;
import io.anixops.lease.postgres.PostgresLeaseStore;
import io.anixops.lease.postgres.TableName;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.postgresql.ds.PGSimpleDataSource;

/** A process of a {@link Campaign}: the library with several leases, which prints what happens to it as a {@link Happening}. */
public final class CampaignWorker {
    /** Longer than the time that work has to stop, and the slack of a busy machine. */
    private static final Duration SLIP = Duration.ofSeconds(4);

    private static String name = "";
    private static boolean worksOn;

    private CampaignWorker() {}

    /** Its name, the database's URL, the seconds of the TTL, whether it has the planted slip, and the leases. */
    public static void main(String[] args) throws InterruptedException {
        name = args[0];
        worksOn = Boolean.parseBoolean(args[3]);
        var database = new PGSimpleDataSource();
        database.setUrl(args[1]);
        database.setConnectTimeout(1);
        database.setSocketTimeout(1);
        var timing = Timing.ofTtl(Duration.ofSeconds(Long.parseLong(args[2])));
        var electors = Electors.builder(new Telling(PostgresLeaseStore.of(database, TableName.DEFAULT)))
                .build();
        Runtime.getRuntime().addShutdownHook(new Thread(electors::close));
        List.of(args)
                .subList(4, args.length)
                .forEach(
                        lease -> electors.elect(LeaseName.of(lease), timing, leadership -> work(leadership, database)));
        Thread.currentThread().join();
    }

    private static void work(Leadership leadership, PGSimpleDataSource database) throws Exception {
        tell(Kind.STARTS, leadership.name(), leadership.token(), Instant.now());
        try (var connection = database.getConnection()) {
            leadership.onLoss(() -> abort(connection));
            while (leadership.isLeading()) {
                step(connection, leadership);
                Thread.sleep(300); // interrupted on loss
            }
        } finally {
            workOn(leadership);
            tell(Kind.STOPS, leadership.name(), leadership.token(), Instant.now());
        }
    }

    /** The planted slip: whatever the database says, it works until it is told to stop, and then goes on for a while. */
    private static void workOn(Leadership leadership) {
        long told = System.nanoTime();
        while (worksOn && System.nanoTime() - told < SLIP.toNanos()) {
            told = leadership.isLeading() ? System.nanoTime() : told;
            Thread.interrupted();
            LockSupport.parkNanos(Duration.ofMillis(100).toNanos());
        }
    }

    private static void step(Connection connection, Leadership leadership) throws SQLException {
        String sql = "INSERT INTO campaign_step (lease, token, worker)"
                + " SELECT ?, ?, ? FROM database_lease_assert_held(?, ?)";
        try (var insert = connection.prepareStatement(sql)) {
            insert.setString(1, leadership.name().value());
            insert.setLong(2, leadership.token());
            insert.setString(3, name);
            insert.setString(4, leadership.name().value());
            insert.setLong(5, leadership.token());
            insert.execute();
        }
    }

    private static void abort(Connection connection) {
        try {
            connection.abort(Runnable::run);
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }

    private static void tell(Kind kind, LeaseName lease, long token, Instant since) {
        System.out.print(HistoryText.line(new Happening(Instant.now(), name, kind, lease.value(), token, since)));
    }

    /** Prints what the database answers. */
    private static final class Telling extends ForwardingStore {
        Telling(LeaseStore store) {
            super(store);
        }

        @Override
        public Attempt tryAcquire(Claim claim) {
            var sent = Instant.now();
            var attempt = store.tryAcquire(claim);
            told(attempt instanceof Attempt.Held ? Kind.CONFIRMED : Kind.REFUSED, attempt, sent);
            return attempt;
        }

        /** A hand-over that comes to nothing refuses no free lease: the term that it should begin from is over. */
        @Override
        public Attempt handOver(Term from, Claim to) {
            var sent = Instant.now();
            var attempt = store.handOver(from, to);
            if (attempt instanceof Attempt.Held) {
                told(Kind.CONFIRMED, attempt, sent);
            }
            return attempt;
        }

        private static void told(Kind kind, Attempt attempt, Instant sent) {
            tell(kind, attempt.lease().name(), attempt.lease().token(), sent);
        }

        @Override
        public Map<LeaseName, Renewal> renew(Collection<RenewalRequest> requests) {
            var sent = Instant.now();
            var answers = store.renew(requests);
            requests.forEach(request -> {
                if (answers.get(request.term().name()) instanceof Renewal.Renewed) {
                    tell(Kind.CONFIRMED, request.term().name(), request.term().token(), sent);
                }
            });
            return answers;
        }
    }
}
