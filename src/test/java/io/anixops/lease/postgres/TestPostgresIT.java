package io.anixops.lease.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/** The server that other tests stand on. */
class TestPostgresIT {
    @Test
    void a_database_is_fresh_for_everyone() throws SQLException {
        var one = TestPostgres.shared().newDatabase();
        var other = TestPostgres.shared().newDatabase();

        execute(one, "CREATE TABLE t (a int)");
        execute(other, "CREATE TABLE t (a int)");

        assertThat(one.jdbcUrl()).isNotEqualTo(other.jdbcUrl());
    }

    @Test
    void a_server_that_was_stopped_starts_again_on_its_port_with_its_data() throws SQLException {
        try (var server = TestPostgres.start()) {
            var database = server.newDatabase();
            execute(database, "CREATE TABLE t (a int)");

            server.stop();
            assertThatThrownBy(() -> execute(database, "SELECT 1")).isInstanceOf(SQLException.class);

            server.startAgain();
            execute(database, "SELECT a FROM t");
        }
    }

    private static void execute(TestPostgres.Database database, String sql) throws SQLException {
        try (var connection = database.dataSource().getConnection();
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
