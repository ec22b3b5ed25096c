package io.anixops.lease.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import javax.sql.DataSource;

/**
 * Writes the lease table as an implementation in Go does that knows the first five columns: four statements, decided by
 * the writer's own clock, which may be off.
 */
public final class GoStandIn {
    /** Its table as it makes it itself. */
    public static final String TABLE = """
            CREATE TABLE IF NOT EXISTS %1$s.%2$s (
              name varchar(100) PRIMARY KEY,
              holder varchar(200) NOT NULL,
              expires_at timestamptz NOT NULL,
              acquired_at timestamptz NOT NULL,
              renewed_at timestamptz NOT NULL
            );
            CREATE INDEX IF NOT EXISTS idx_%2$s_expires_at ON %1$s.%2$s (expires_at)
            """;

    private final DataSource source;
    private final TableName table;
    private final Duration clockIsAheadBy;

    public GoStandIn(DataSource source, TableName table, Duration clockIsAheadBy) {
        this.source = source;
        this.table = table;
        this.clockIsAheadBy = clockIsAheadBy;
    }

    public void ensureSchema() throws SQLException {
        try (var connection = source.getConnection();
                var statement = connection.createStatement()) {
            statement.execute(TABLE.formatted(table.schema(), table.table()));
        }
    }

    /** Takes or renews it where its own clock says that it may. */
    public boolean tryAcquire(String name, String holder, Duration ttl) throws SQLException {
        try (var connection = source.getConnection()) {
            connection.setAutoCommit(false);
            try {
                insertFree(connection, name);
                var taken = takeLocked(connection, name, holder, ttl);
                connection.commit();
                return taken;
            } catch (SQLException e) {
                connection.rollback();
                throw e;
            }
        }
    }

    /** Ends it by its own clock, and leaves {@code renewed_at} as it is. */
    public boolean release(String name, String holder) throws SQLException {
        try (var connection = source.getConnection();
                var update = connection.prepareStatement(
                        "UPDATE %s SET expires_at = ? WHERE name = ? AND holder = ?".formatted(table))) {
            update.setTimestamp(1, now());
            update.setString(2, name);
            update.setString(3, holder);
            return update.executeUpdate() > 0;
        }
    }

    private void insertFree(Connection connection, String name) throws SQLException {
        try (var insert = connection.prepareStatement(
                "INSERT INTO %s (name, holder, expires_at, acquired_at, renewed_at) VALUES (?, '', ?, ?, ?) ON CONFLICT DO NOTHING"
                        .formatted(table))) {
            insert.setString(1, name);
            insert.setTimestamp(2, new Timestamp(0));
            insert.setTimestamp(3, now());
            insert.setTimestamp(4, now());
            insert.executeUpdate();
        }
    }

    private boolean takeLocked(Connection connection, String name, String holder, Duration ttl) throws SQLException {
        try (var select = connection.prepareStatement(
                "SELECT holder, expires_at FROM %s WHERE name = ? FOR UPDATE".formatted(table))) {
            select.setString(1, name);
            try (var row = select.executeQuery()) {
                row.next();
                var own = row.getString(1).equals(holder);
                if (!own && row.getTimestamp(2).after(now())) {
                    return false;
                }
                write(connection, name, holder, ttl, own && row.getTimestamp(2).after(now()));
                return true;
            }
        }
    }

    private void write(Connection connection, String name, String holder, Duration ttl, boolean renewal)
            throws SQLException {
        var sql = renewal
                ? "UPDATE %s SET expires_at = ?, renewed_at = ? WHERE name = ?"
                : "UPDATE %s SET expires_at = ?, renewed_at = ?, acquired_at = ?, holder = ? WHERE name = ?";
        var now = now();
        try (var update = connection.prepareStatement(sql.formatted(table))) {
            update.setTimestamp(1, Timestamp.from(now.toInstant().plus(ttl)));
            update.setTimestamp(2, now);
            if (!renewal) {
                update.setTimestamp(3, now);
                update.setString(4, holder);
            }
            update.setString(renewal ? 3 : 5, name);
            update.executeUpdate();
        }
    }

    private Timestamp now() {
        return Timestamp.from(Instant.now().plus(clockIsAheadBy));
    }
}
