package io.anixops.lease.e2e;

import static java.util.Comparator.comparing;
import static java.util.stream.Collectors.toMap;

import io.anixops.lease.e2e.TcpProxy.Direction;
import java.sql.SQLException;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.stream.IntStream;

/** Situations of processes and their database that chance brings about too seldom, step by step. */
record DirectedFaults(CampaignProcesses workers, CampaignServers servers) {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /** How the answer to an attempt looks that was granted: a row of fourteen columns, the first of which is true. */
    private static final String GRANT = "\0\16\0\0\0\1t";

    private static final String RELEASE = " AS l SET expires_at = clock_timestamp()\n";
    private static final String TERM = "SELECT expires_at FROM database_lease"
            + " WHERE expires_at > clock_timestamp() + interval '2 s' ORDER BY random() LIMIT 1";
    private static final String LOCK = "SELECT name FROM database_lease WHERE expires_at = ? FOR UPDATE";
    private static final String PAST_IT = "SELECT pg_sleep(extract(epoch FROM ? - clock_timestamp()) + 0.03)";

    /** A process ends, and another one that is granted a lease of its stands still before it reads that. */
    Runnable grantHeardAfterAPause(int worker) {
        var others = IntStream.range(0, CampaignPlan.WORKERS)
                .filter(other -> other != worker)
                .boxed()
                .collect(toMap(other -> other, other -> workers.network(other).holdNext(Direction.TO_CLIENT, GRANT)));
        try {
            workers.terminate(worker).run();
            Eventually.until(
                    "something is granted",
                    Duration.ofSeconds(3),
                    () -> others.values().stream().anyMatch(HeldData::hasArrived));
            var granted = others.keySet().stream()
                    .filter(other -> others.get(other).hasArrived())
                    .findFirst();
            return workers.pause(granted.orElseThrow());
        } finally {
            others.values().forEach(HeldData::pass);
        }
    }

    /** A process whose work broke off gives its leases up, and has them again before the database hears of that. */
    Runnable releaseArrivesLate(int worker) {
        var release = workers.network(worker).holdNext(Direction.TO_SERVER, RELEASE);
        workers.network(worker).cut();
        return release::pass;
    }

    /** A stranger locks rows of one moment until they are over, so that renewals and attempts wait across their end. */
    Runnable lockRowsOverTheirEnd() {
        try (var connection = servers.role().superuser().dataSource().getConnection();
                var term = connection.createStatement().executeQuery(TERM)) {
            if (term.next()) {
                var end = term.getObject(1, OffsetDateTime.class);
                connection.setAutoCommit(false);
                for (String sql : List.of(LOCK, PAST_IT, RowHistory.WITNESS)) {
                    try (var statement = connection.prepareStatement(sql)) {
                        statement.setObject(1, end);
                        statement.execute();
                    }
                }
                connection.commit();
            }
            return () -> {};
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }

    /**
     * What is granted last is known to processes that are gone with the primary; those after them know nothing of it, nor
     * does the standby that takes its place.
     */
    Runnable failOverToOneThatLags() {
        var byStarts = IntStream.range(0, CampaignPlan.WORKERS)
                .boxed()
                .sorted(comparing(workers::startedBy))
                .toList();
        int last = byStarts.get(0); // most of what it will have is granted to it now
        servers.fallBehind();
        var restarts = byStarts.stream().skip(1).map(workers::terminate).toList();
        Eventually.until("one has it all", PATIENCE, () -> workers.startedBy(last) == CampaignPlan.LEASES);
        var restartOfLast = workers.kill(last);
        var recovery = servers.failOver();
        restarts.forEach(Runnable::run);
        restartOfLast.run();
        return recovery;
    }
}
