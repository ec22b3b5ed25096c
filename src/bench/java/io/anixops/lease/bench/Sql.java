package io.anixops.lease.bench;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Work on a connection, with failures as they are. */
final class Sql {
    private Sql() {}

    /** Something that a connection is for. */
    @FunctionalInterface
    interface Work<T> {
        T with(Connection connection) throws SQLException;
    }

    static <T> T on(DataSource source, Work<T> work) {
        try (var connection = source.getConnection()) {
            return work.with(connection);
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }

    static void execute(DataSource source, String sql) {
        on(source, connection -> {
            try (var statement = connection.createStatement()) {
                return statement.execute(sql);
            }
        });
    }

    static String query(DataSource source, String sql) {
        return on(source, connection -> {
            try (var statement = connection.createStatement();
                    var rows = statement.executeQuery(sql)) {
                rows.next();
                return String.valueOf(rows.getString(1));
            }
        });
    }

    static int update(DataSource source, String sql, Object... values) {
        return on(source, connection -> {
            try (var statement = connection.prepareStatement(sql)) {
                for (var i = 0; i < values.length; i++) {
                    statement.setObject(i + 1, values[i]);
                }
                return statement.executeUpdate();
            }
        });
    }
}
