package io.anixops.lease.e2e;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/**
 * Every version of every row of a lease table, written down by a trigger in the database itself.
 *
 * <p>It may be installed before the table exists: then the trigger comes with the table. The order of one row's
 * versions is the order of the writes, since the writer holds the row's lock.
 */
final class RowHistory {
    private static final String INSTALL = """
            CREATE TABLE IF NOT EXISTS e2e_history (
              id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
              deleted    boolean NOT NULL,
              version    jsonb NOT NULL,
              written_at timestamptz NOT NULL
            );
            CREATE OR REPLACE FUNCTION e2e_write_down() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
            SET search_path FROM CURRENT AS $$
            BEGIN
              INSERT INTO e2e_history (deleted, version, written_at)
              VALUES (TG_OP = 'DELETE', CASE TG_OP WHEN 'DELETE' THEN to_jsonb(OLD) ELSE to_jsonb(NEW) END, clock_timestamp());
              RETURN NULL;
            END $$;
            CREATE OR REPLACE FUNCTION e2e_attach(wanted text) RETURNS void LANGUAGE plpgsql AS $$
            BEGIN
              IF to_regclass(wanted) IS NOT NULL THEN
                EXECUTE format('CREATE OR REPLACE TRIGGER e2e_history AFTER INSERT OR UPDATE OR DELETE ON %s
                                FOR EACH ROW EXECUTE FUNCTION e2e_write_down()', to_regclass(wanted));
              END IF;
            END $$;
            CREATE OR REPLACE FUNCTION e2e_table_made() RETURNS event_trigger LANGUAGE plpgsql SECURITY DEFINER
            SET search_path FROM CURRENT AS $$
            BEGIN
              PERFORM e2e_attach('@table@') FROM pg_event_trigger_ddl_commands() made WHERE made.objid = to_regclass('@table@');
            END $$;
            DROP EVENT TRIGGER IF EXISTS e2e_table_made;
            CREATE EVENT TRIGGER e2e_table_made ON ddl_command_end WHEN TAG IN ('CREATE TABLE')
              EXECUTE FUNCTION e2e_table_made();
            SELECT e2e_attach('@table@');
            """;

    private static final String READ = """
            SELECT deleted, version ->> 'name' AS name, coalesce(version ->> 'holder', '') AS holder,
                   coalesce((version ->> 'token')::bigint, 0) AS token, coalesce(version ->> 'renewer', '') AS renewer,
                   (version ->> 'expires_at')::timestamptz AS expires_at, written_at
            FROM e2e_history
            ORDER BY id
            """;

    /**
     * Writes rows down once more as they are, by whoever has them locked: a term is seen to be over before the next writer
     * has its turn.
     */
    static final String WITNESS = """
            INSERT INTO e2e_history (deleted, version, written_at)
            SELECT false, to_jsonb(l), clock_timestamp() FROM database_lease AS l WHERE l.expires_at = ?
            """;

    private final DataSource database;

    private RowHistory(DataSource database) {
        this.database = database;
    }

    /** As a superuser of the test's own database. */
    static RowHistory install(DataSource database, String table) throws SQLException {
        try (Connection connection = database.getConnection();
                var statement = connection.createStatement()) {
            statement.execute(INSTALL.replace("@table@", table));
        }
        return new RowHistory(database);
    }

    List<RowVersion> versions() throws SQLException {
        List<RowVersion> versions = new ArrayList<>();
        try (Connection connection = database.getConnection();
                var statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(READ)) {
            while (rows.next()) {
                versions.add(version(rows));
            }
        }
        return versions;
    }

    List<String> violations() throws SQLException {
        var judge = new RowJudge();
        versions().forEach(judge::see);
        return judge.violations();
    }

    private static RowVersion version(ResultSet row) throws SQLException {
        return new RowVersion(
                row.getString("name"),
                row.getBoolean("deleted"),
                row.getString("holder"),
                row.getLong("token"),
                row.getString("renewer"),
                row.getObject("expires_at", OffsetDateTime.class).toInstant(),
                row.getObject("written_at", OffsetDateTime.class).toInstant());
    }
}
