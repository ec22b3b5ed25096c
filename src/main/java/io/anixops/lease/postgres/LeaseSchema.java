package io.anixops.lease.postgres;

import io.anixops.lease.LeaseStoreException;
import io.anixops.lease.LeaseStoreException.Kind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Creates or upgrades the lease table and what belongs to it. */
public final class LeaseSchema {
    /** The version of the schema that this software needs. */
    static final int VERSION = 1;

    private static final Logger LOG = LoggerFactory.getLogger(LeaseSchema.class);
    private static final int REPLY_MILLIS = 20_000;
    private static final int MOST_ATTEMPTS = 10;

    // What PostgreSQL says when two create the same thing at once, or one waits for the other for too long.
    private static final Set<String> RACES =
            Set.of("23505", "42710", "42P07", "42P06", "42723", "40001", "40P01", "55P03", "XX000");

    private static final String LOOK = """
            SELECT to_regclass('public.database_lease') IS NOT NULL
              AND to_regprocedure('public.database_lease_schema_version()') IS NOT NULL
              AND EXISTS (SELECT FROM pg_catalog.pg_trigger
                WHERE tgrelid = to_regclass('public.database_lease') AND tgname = 'database_lease_before_update')
            """;
    private static final String VERSION_FOUND =
            "SELECT public.database_lease_schema_version(), public.database_lease_timeline()";
    private static final String LOCK = """
            SELECT set_config('lock_timeout', '5s', true),
              pg_advisory_xact_lock(hashtextextended('schema of public.database_lease', 0))
            """;

    private final DataSource source;
    private final TableName table;

    private LeaseSchema(DataSource source, TableName table) {
        this.source = source;
        this.table = table;
    }

    /**
     * Creates the table or adds what is missing; safe however many do so at once. Where all is there already, it only
     * reads, and needs no right to change the schema.
     *
     * @throws LeaseStoreException {@code SCHEMA_TOO_NEW} when it belongs to a newer version of this software,
     *     {@code SCHEMA_MISSING} when the role may not create it
     */
    public static void ensure(DataSource source, TableName table) {
        new LeaseSchema(source, table).ensure();
    }

    /**
     * Checks that the table is there in the version that is needed, and changes nothing.
     *
     * @throws LeaseStoreException {@code SCHEMA_MISSING} or {@code SCHEMA_TOO_NEW}, with the cure in the message
     */
    public static void check(DataSource source, TableName table) {
        new LeaseSchema(source, table).check();
    }

    /** The script that {@link #ensure} runs, for an administrator or a migration tool. */
    public static String script(TableName table) {
        try (var script = LeaseSchema.class.getResourceAsStream("database_lease.sql")) {
            if (script == null) {
                throw new IllegalStateException("database_lease.sql is missing beside " + LeaseSchema.class);
            }
            return table.in(new String(script.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void ensure() {
        for (var attempt = 1; ; attempt++) {
            try {
                ensureOnce();
                return;
            } catch (SQLException e) {
                if (attempt == MOST_ATTEMPTS || !RACES.contains(Failures.stateOf(e))) {
                    throw Failures.ofCall(table, e);
                }
                LOG.debug("another one changes the schema of {} too: {}", table, e.getMessage());
            }
        }
    }

    private void ensureOnce() throws SQLException {
        try (var connection = connect()) {
            if (version(connection) < VERSION) {
                install(connection);
                version(connection);
            }
        }
    }

    private void check() {
        try (var connection = connect()) {
            var found = version(connection);
            if (found < VERSION) {
                throw new LeaseStoreException(Kind.SCHEMA_MISSING, missing(found));
            }
        } catch (SQLException e) {
            throw Failures.ofCall(table, e);
        }
    }

    private void install(Connection connection) throws SQLException {
        var autoCommit = connection.getAutoCommit();
        connection.setAutoCommit(false);
        try (var statement = connection.createStatement()) {
            statement.execute(table.in(LOCK));
            if (version(connection) < VERSION) {
                statement.execute(script(table));
                LOG.info("created or upgraded the lease table {} to schema version {}", table, VERSION);
            }
            connection.commit();
        } catch (SQLException | RuntimeException e) {
            connection.rollback();
            throw e;
        } finally {
            connection.setAutoCommit(autoCommit);
        }
    }

    /** 0 when it is not there, or not all of it. */
    private int version(Connection connection) throws SQLException {
        try (var statement = connection.createStatement()) {
            try (var found = statement.executeQuery(table.in(LOOK))) {
                if (!found.next() || !found.getBoolean(1)) {
                    return 0;
                }
            }
            try (var found = statement.executeQuery(table.in(VERSION_FOUND))) {
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
                    "the timeline of the database cannot be read, so after a fail-over that lost the newest rows of {},"
                            + " a fencing token may be given out twice",
                    table);
        }
        return version;
    }

    private String missing(int found) {
        return "lease table %s has schema version %d, and this software needs %d: let it create the table, or run database_lease.sql"
                .formatted(table, found, VERSION);
    }

    private Connection connect() throws SQLException {
        try {
            var connection = source.getConnection();
            connection.setNetworkTimeout(Runnable::run, REPLY_MILLIS);
            return connection;
        } catch (SQLException | RuntimeException e) {
            throw Failures.ofConnect(e);
        }
    }
}
