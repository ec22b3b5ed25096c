package io.anixops.lease.e2e;

import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import javax.sql.DataSource;

/** A lease's row as the database judges it now. */
record RowNow(String holder, String renewer, long token, Instant renewedAt, Instant expiresAt, Duration left) {
    private static final String READ = """
            SELECT holder, renewer, token, renewed_at, expires_at,
                   (1000 * extract(epoch FROM expires_at - clock_timestamp()))::bigint AS left_millis
            FROM database_lease
            WHERE name = ?
            """;

    static RowNow read(DataSource database, String name) {
        try (var connection = database.getConnection();
                var statement = connection.prepareStatement(READ)) {
            statement.setString(1, name);
            try (var row = statement.executeQuery()) {
                if (!row.next()) {
                    throw new IllegalStateException("no row " + name);
                }
                return new RowNow(
                        row.getString("holder"),
                        row.getString("renewer"),
                        row.getLong("token"),
                        row.getObject("renewed_at", OffsetDateTime.class).toInstant(),
                        row.getObject("expires_at", OffsetDateTime.class).toInstant(),
                        Duration.ofMillis(row.getLong("left_millis")));
            }
        } catch (SQLException failed) {
            throw new IllegalStateException("row %s cannot be read".formatted(name), failed);
        }
    }

    boolean isHeld() {
        return !left.isNegative();
    }

    boolean isHeldBy(Leader leader) {
        return isHeld() && holder.equals(leader.holder());
    }
}
