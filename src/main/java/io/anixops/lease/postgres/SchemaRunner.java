package io.anixops.lease.postgres;

import static io.anixops.lease.postgres.LeaseSchema.VERSION;

import io.anixops.lease.LeaseStoreException;
import io.anixops.lease.LeaseStoreException.Kind;
import io.anixops.lease.postgres.Calls.Repeat;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Set;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks at the schema's version, and runs the script where it is too old. */
final class SchemaRunner {
    private static final Logger LOG = LoggerFactory.getLogger(SchemaRunner.class);
    private static final AttemptBounds BOUNDS = new AttemptBounds(Duration.ofSeconds(20), Duration.ofSeconds(10));
    private static final int MOST_ATTEMPTS = 10;

    // What PostgreSQL says when two create or change the same thing at once, or one waits too long for the other.
    private static final Set<String> RACES =
            Set.of("23505", "42710", "42P07", "42P06", "42723", "40001", "40P01", "55P03", "XX000");

    // A table without the trigger is a former one, or one that somebody made after the functions.
    private static final String IS_THERE = """
            SELECT to_regclass('public.database_lease') IS NOT NULL
              AND to_regprocedure('public.database_lease_schema_version()') IS NOT NULL
              AND EXISTS (SELECT FROM pg_catalog.pg_trigger
                WHERE tgrelid = to_regclass('public.database_lease') AND tgname = 'database_lease_before_update')
            """;
    private static final String FOUND = """
            SELECT public.database_lease_schema_version(), public.database_lease_timeline()
            """;
    private static final String LOCK = """
            SELECT set_config('lock_timeout', '10s', true),
              pg_advisory_xact_lock(hashtextextended('schema of public.database_lease', 0))
            """;
    private static final String WAIT_SHORTLY = "SET LOCAL lock_timeout = '1s'"; // others queue behind who waits

    private final DataSource source;
    private final TableName table;
    private final Calls calls;

    SchemaRunner(DataSource source, TableName table) {
        this.source = source;
        this.table = table;
        this.calls = new Calls(table);
    }

    void ensure() {
        for (var attempt = 1; ; attempt++) {
            try {
                calls.call(source, BOUNDS, Repeat.ALWAYS, this::ensured);
                return;
            } catch (LeaseStoreException e) {
                var state = e.getCause() instanceof SQLException sql ? Failures.stateOf(sql) : "";
                if (state.equals("42501")) {
                    throw new LeaseStoreException(Kind.SCHEMA_MISSING, notAllowed(), e);
                }
                if (attempt == MOST_ATTEMPTS || !RACES.contains(state)) {
                    throw e;
                }
                LOG.debug("somebody else changes the schema of {} too: {}", table, e.getMessage());
            }
        }
    }

    void check() {
        var found = calls.call(source, BOUNDS, Repeat.ALWAYS, this::version);
        if (found < VERSION) {
            throw new LeaseStoreException(
                    Kind.SCHEMA_MISSING,
                    ("lease table %s is not there in schema version %d (found: %d): let this software create it, or"
                                    + " have an administrator run database_lease.sql for it")
                            .formatted(table, VERSION, found));
        }
    }

    private int ensured(Connection connection) throws SQLException {
        if (version(connection) < VERSION) {
            install(connection);
        }
        return version(connection);
    }

    private void install(Connection connection) throws SQLException {
        connection.setAutoCommit(false);
        try (var statement = connection.createStatement()) {
            statement.execute(table.in(LOCK));
            if (version(connection) < VERSION) { // nobody did it while this one waited
                statement.execute(WAIT_SHORTLY);
                statement.execute(LeaseSchema.script(table));
                LOG.info("the lease table {} now has schema version {}", table, VERSION);
            }
            connection.commit();
            connection.setAutoCommit(true);
        } catch (SQLException | RuntimeException e) {
            undo(connection, e);
            throw e;
        }
    }

    private static void undo(Connection connection, Exception failure) {
        try {
            connection.rollback();
            connection.setAutoCommit(true);
        } catch (SQLException e) {
            failure.addSuppressed(e);
        }
    }

    /** 0 when it is not there, or not all of it. */
    private int version(Connection connection) throws SQLException {
        try (var statement = connection.createStatement()) {
            try (var found = statement.executeQuery(table.in(IS_THERE))) {
                if (!found.next() || !found.getBoolean(1)) {
                    return 0;
                }
            }
            try (var found = statement.executeQuery(table.in(FOUND))) {
                found.next();
                return judged(found.getInt(1), found.getLong(2));
            }
        }
    }

    private int judged(int version, long timeline) {
        if (version > VERSION) {
            throw new LeaseStoreException(
                    Kind.SCHEMA_TOO_NEW,
                    "lease table %s has schema version %d, and this software knows %d: run a newer version of it"
                            .formatted(table, version, VERSION));
        }
        if (timeline == 0) {
            LOG.warn(
                    "the timeline of the database cannot be read, so a fail-over that loses the newest rows of {} may"
                            + " give out a fencing token twice",
                    table);
        }
        return version;
    }

    private String notAllowed() {
        return ("lease table %s is not there in schema version %d, and this role may not create it: have an"
                        + " administrator run database_lease.sql for it")
                .formatted(table, VERSION);
    }
}
