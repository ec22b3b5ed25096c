package io.anixops.lease.app;

import io.anixops.lease.postgres.TestPostgres;
import java.sql.SQLException;

/** A PostgreSQL of one's own with a role that must give a password; the superuser of the tests still gets in without. */
final class SecuredPostgres implements AutoCloseable {
    private final TestPostgres server = TestPostgres.start();
    private final TestPostgres.Database database = server.newDatabase();

    SecuredPostgres(String role, String password) {
        execute("CREATE ROLE %s LOGIN PASSWORD '%s'".formatted(role, password));
        execute("GRANT ALL ON SCHEMA public TO " + role);
        execute("""
                DO $$ BEGIN
                  EXECUTE format($f$COPY (VALUES ('host all %s 127.0.0.1/32 scram-sha-256'), ('host all all 127.0.0.1/32 trust'),
                    ('host all all ::1/128 trust'), ('local all all trust')) TO %%L$f$, current_setting('hba_file'));
                END $$
                """.formatted(role));
        execute("SELECT pg_reload_conf()");
    }

    TestPostgres server() {
        return server;
    }

    String name() {
        return database.name();
    }

    void execute(String sql) {
        try (var connection = database.dataSource().getConnection();
                var statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException failed) {
            throw new IllegalStateException(sql, failed);
        }
    }

    @Override
    public void close() {
        server.close();
    }
}
