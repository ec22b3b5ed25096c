package io.anixops.lease.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.anixops.lease.postgres.LeaseSchema;
import io.anixops.lease.postgres.TableName;
import io.anixops.lease.postgres.TestPostgres;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

/** Processes of the sample program that share a lease and a table, with all rows of the lease written down. */
final class WorkerRig implements AutoCloseable {
    static final String LEASE = "control/worker";

    /** For a busy machine. A waiting process that hears nothing looks every third of the TTL. */
    private static final Duration SLACK = Duration.ofSeconds(4);

    private static final String STEPS_OUTSIDE_THEIR_TERM = """
            SELECT count(*) FROM worker_step s, e2e_history h
            WHERE (h.version ->> 'token')::bigint > s.token AND h.written_at < s.at
            """;

    private final TestPostgres.Database database = TestPostgres.shared().newDatabase();
    private final Map<String, WorkerProcess> workers = new HashMap<>();
    private final Map<WorkerProcess, Instant> lastMoments = new HashMap<>();
    private final Duration ttl;
    private final RowHistory history;

    private WorkerRig(Duration ttl) {
        this.ttl = ttl;
        try {
            LeaseSchema.ensure(database.dataSource(), TableName.DEFAULT);
            history = RowHistory.install(database.dataSource(), "database_lease");
            query(WorkerProgram.table() + "SELECT 'made'");
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }

    static WorkerRig withTtl(Duration ttl) {
        return new WorkerRig(ttl);
    }

    TestPostgres.Database database() {
        return database;
    }

    void start(String... names) {
        for (var name : names) {
            startWith(Map.of(), name);
        }
    }

    /** One with more in its environment. */
    WorkerProcess startWith(Map<String, String> environment, String name) {
        var worker = WorkerProcess.start(WorkerProgram.shared(), name, LEASE, ttl, database, environment);
        workers.put(name, worker);
        return worker;
    }

    /** The one that has the lease and says so itself. */
    WorkerProcess awaitLeader() {
        var found = new AtomicReference<WorkerProcess>();
        Eventually.until("one of " + workers.keySet() + " leads", () -> {
            var holder = query("SELECT holder_info ->> 'pod' FROM database_lease WHERE expires_at > clock_timestamp()");
            found.set(workers.get(holder));
            return found.get() != null && found.get().saysThatItLeads();
        });
        return found.get();
    }

    /** The next one, which has it soon after the term of the former was over. */
    WorkerProcess awaitNextAfter(WorkerProcess former) {
        Eventually.until("another one than " + former.name() + " leads", () -> awaitLeader() != former);
        return inTime(awaitLeader());
    }

    /** The same after a term of anybody's. */
    WorkerProcess awaitNextAfter(long formerToken) {
        Eventually.until("there is a new term", () -> token() > formerToken);
        return inTime(awaitLeader());
    }

    private WorkerProcess inTime(WorkerProcess next) {
        var token = token();
        var before = versions().stream()
                .filter(one -> one.token() < token)
                .reduce((first, second) -> second)
                .orElseThrow();
        var begun = versions().stream().filter(one -> one.token() == token).findFirst();
        assertThat(begun.orElseThrow().writtenAt())
                .as("the next term, after " + before)
                .isBefore(before.expiresAt().plus(SLACK));
        return next;
    }

    WorkerProcess worker(String name) {
        return workers.get(name);
    }

    /** How many of the token's term were taken. */
    int steps(long token) throws SQLException {
        return Integer.parseInt(query("SELECT count(*) FROM worker_step WHERE token = " + token));
    }

    /** From now on this worker's last span counts as over. */
    void worksUntil(WorkerProcess worker, Instant moment) {
        lastMoments.put(worker, moment);
    }

    RowNow row() {
        return RowNow.read(database.dataSource(), LEASE);
    }

    long token() {
        return row().token();
    }

    /** A step as the sample program takes it, with a token that may be a former one. */
    void step(long token) throws SQLException {
        query("SELECT database_lease_assert_held('%s', %d)".formatted(LEASE, token));
    }

    List<RowVersion> versions() {
        try {
            return history.versions();
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }

    void assertNoTermsOverlap() {
        try {
            assertThat(history.violations()).isEmpty();
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }

    /** Of processes, rows and steps. */
    void assertNothingViolated() {
        assertNoTermsOverlap();
        var spans = workers.values().stream()
                .flatMap(worker -> spans(worker).stream())
                .toList();
        assertThat(spans).isNotEmpty();
        assertThat(WorkSpan.overlaps(spans)).as("worked at once").isEmpty();
        try {
            assertThat(query("SELECT count(DISTINCT token) FROM worker_step")).isNotEqualTo("0");
            assertThat(query(STEPS_OUTSIDE_THEIR_TERM)).isEqualTo("0");
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }

    private List<WorkSpan> spans(WorkerProcess worker) {
        var last = lastMoments.get(worker);
        return worker.spans().stream()
                .map(span -> last != null && span.contains(last) ? span.endedAt(last) : span)
                .toList();
    }

    String query(String sql) throws SQLException {
        try (var connection = database.dataSource().getConnection();
                var statement = connection.createStatement()) {
            var more = statement.execute(sql);
            while (!more) {
                more = statement.getMoreResults();
            }
            try (var rows = statement.getResultSet()) {
                return rows.next() ? rows.getString(1) : "";
            }
        }
    }

    @Override
    public void close() {
        workers.values().forEach(WorkerProcess::close);
    }
}
