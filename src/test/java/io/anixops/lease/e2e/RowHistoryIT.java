package io.anixops.lease.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.anixops.lease.postgres.TestPostgres;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The history is written by the database, whoever writes the rows. */
class RowHistoryIT {
    private static final String TABLE = """
            CREATE TABLE database_lease (
              name varchar(100) PRIMARY KEY, holder varchar(200) NOT NULL DEFAULT '', expires_at timestamptz NOT NULL,
              token bigint NOT NULL DEFAULT 0, renewer varchar(200) NOT NULL DEFAULT '')
            """;

    private TestPostgres.Database database;

    @BeforeEach
    void makeDatabase() {
        database = TestPostgres.shared().newDatabase();
    }

    @Test
    void it_begins_with_the_table_also_when_that_is_made_later() throws SQLException {
        RowHistory history = RowHistory.install(database.dataSource(), "database_lease");
        execute(TABLE);

        execute("INSERT INTO database_lease VALUES ('main', 'a', now() + interval '30 s', 1, 'op')");
        execute("UPDATE database_lease SET expires_at = expires_at + interval '1 s'");
        execute("DELETE FROM database_lease");

        assertThat(history.versions()).extracting(RowVersion::deleted).containsExactly(false, false, true);
        assertThat(history.violations()).isEmpty();
    }

    @Test
    void a_planted_overlap_is_found() throws SQLException {
        execute(TABLE);
        RowHistory history = RowHistory.install(database.dataSource(), "database_lease");

        execute("INSERT INTO database_lease VALUES ('main', 'a', now() + interval '30 s', 1, 'op-1')");
        execute("UPDATE database_lease SET holder = 'b', token = 2, renewer = 'op-2'");

        assertThat(history.violations()).singleElement().asString().contains("two holders of main overlap");
    }

    @Test
    void a_role_without_any_right_on_the_history_writes_it_all_the_same() throws SQLException {
        execute(TABLE);
        RowHistory history = RowHistory.install(database.dataSource(), "database_lease");
        String role = "writer_" + database.name();
        execute("CREATE ROLE " + role);
        execute("GRANT INSERT ON database_lease TO " + role);

        execute("SET ROLE " + role, "INSERT INTO database_lease VALUES ('main', 'a', now(), 1, 'op')");

        assertThat(history.versions()).extracting(RowVersion::holder).isEqualTo(List.of("a"));
    }

    private void execute(String... statements) throws SQLException {
        try (var connection = database.dataSource().getConnection();
                var statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }
}
