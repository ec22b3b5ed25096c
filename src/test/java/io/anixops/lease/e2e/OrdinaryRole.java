package io.anixops.lease.e2e;

import io.anixops.lease.postgres.TestPostgres;
import java.nio.file.Path;
import java.sql.SQLException;

/** A role {@code app} that may use and make tables in a database, as operators in the field have it. */
record OrdinaryRole(TestPostgres.Database superuser) {

    static OrdinaryRole in(TestPostgres.Database database) {
        var role = new OrdinaryRole(database);
        role.asSuperuser("""
                DO $$ BEGIN CREATE ROLE app LOGIN;
                EXCEPTION WHEN duplicate_object THEN NULL; -- a role is the whole server's, and others use it too
                END $$
                """, "ALTER ROLE app LOGIN", "GRANT ALL ON SCHEMA public TO app");
        return role;
    }

    /** The database for this role by way of this port; the checker still looks straight at it. */
    TestPostgres.Database database(int throughPort) {
        var url = "jdbc:postgresql://127.0.0.1:%d/%s".formatted(throughPort, superuser.name());
        return new TestPostgres.Database(url, "app", superuser.name(), throughPort, superuser.dataSource());
    }

    void asSuperuser(String... statements) {
        try (var connection = superuser.dataSource().getConnection();
                var statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        } catch (SQLException failed) {
            throw new IllegalStateException(String.join("; ", statements), failed);
        }
    }

    /** From now on it gets in with its password alone, and over TLS alone; the superuser still does without. */
    void requirePasswordAndTls(Path certificate, Path key) {
        asSuperuser("""
                DO $$ BEGIN
                  EXECUTE format($f$COPY (VALUES ('hostssl all app 127.0.0.1/32 scram-sha-256'), ('hostnossl all app all reject'),
                    ('host all all 127.0.0.1/32 trust'), ('local all all trust')) TO %L$f$, current_setting('hba_file'));
                END $$
                """, "ALTER SYSTEM SET ssl_key_file = '%s'".formatted(key), "ALTER SYSTEM SET ssl = on");
        useCertificate(certificate);
    }

    void useCertificate(Path certificate) {
        asSuperuser("ALTER SYSTEM SET ssl_cert_file = '%s'".formatted(certificate), "SELECT pg_reload_conf()");
    }

    void endConnections() {
        asSuperuser("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'app'");
    }
}
