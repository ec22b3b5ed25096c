package io.anixops.lease.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.anixops.lease.postgres.TestPostgres;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PoolsIT {
    @Test
    void a_rotated_password_is_picked_up_without_a_restart(@TempDir Path folder) throws Exception {
        try (var postgres = new SecuredPostgres("app", "old")) {
            var file = Files.writeString(folder.resolve("password"), "old\n");
            try (var pools = open(postgres.server().port(), postgres.name(), "--database-password-file=" + file)) {
                assertThat(ask(pools.work(), "SELECT current_user")).isEqualTo("app");

                postgres.execute("ALTER ROLE app PASSWORD 'new'");
                endConnections(postgres, "app");
                awaitRefusal(pools.renewals());
                Files.writeString(file, "new\n");

                await().atMost(Duration.ofSeconds(20)).ignoreExceptions().untilAsserted(() -> {
                    assertThat(ask(pools.work(), "SELECT current_user")).isEqualTo("app");
                    assertThat(ask(pools.renewals(), "SELECT current_user")).isEqualTo("app");
                    assertThat(ask(pools.listener(), "SELECT current_user")).isEqualTo("app");
                });
            }
        }
    }

    @Test
    void a_refused_password_is_not_tried_again_and_again(@TempDir Path folder) throws Exception {
        try (var postgres = new SecuredPostgres("app", "right")) {
            var file = Files.writeString(folder.resolve("password"), "wrong");
            var backoff = new LoginBackoff(() -> 0); // no time passes
            var connections = new PhysicalConnections(
                    settings(postgres.server().port(), postgres.name(), "--database-password-file=" + file), backoff);

            assertThatThrownBy(connections::getConnection).hasMessageContaining("password authentication failed");
            postgres.execute("ALTER ROLE app PASSWORD 'wrong'"); // would be accepted, were it tried

            assertThatThrownBy(connections::getConnection).hasMessageContaining("password authentication failed");
        }
    }

    @Test
    void nobody_waits_long_for_a_server_that_takes_connections_and_says_nothing() throws IOException {
        try (var silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                var pools = open(silent.getLocalPort(), "any")) {
            var before = System.nanoTime();
            assertThatThrownBy(pools.renewals()::getConnection).isInstanceOf(SQLException.class);
            assertThat(since(before)).isBetween(Duration.ofMillis(250), Duration.ofSeconds(2));

            before = System.nanoTime();
            assertThatThrownBy(pools.listener()::getConnection).isInstanceOf(SQLException.class);
            assertThat(since(before)).isLessThan(Duration.ofSeconds(9));
        }
    }

    @Test
    void a_pool_finds_a_database_that_comes_late() throws Exception {
        try (var server = TestPostgres.start()) {
            var database = server.newDatabase();
            server.stop();
            try (var pools = open(server.port(), database.name(), "--database-user=postgres")) {
                assertThatThrownBy(pools.work()::getConnection).isInstanceOf(SQLException.class);

                server.startAgain();

                await().atMost(Duration.ofSeconds(20))
                        .ignoreExceptions()
                        .untilAsserted(
                                () -> assertThat(ask(pools.work(), "SELECT 1")).isEqualTo("1"));
            }
        }
    }

    @Test
    void a_connection_to_a_server_that_became_read_only_is_left() throws Exception {
        var database = TestPostgres.shared().newDatabase();
        try (var pools = open(database.port(), database.name(), "--database-user=postgres")) {
            ask(pools.work(), "SELECT 1");
            var before = ask(pools.work(), "SELECT pg_backend_pid()");
            refuse(pools.work(), "SET default_transaction_read_only = on", "CREATE TABLE t (a int)");

            assertThat(ask(pools.work(), "SELECT pg_backend_pid()")).isNotEqualTo(before);
        }
    }

    @Test
    void connections_are_as_the_statements_need_them() throws Exception {
        var database = TestPostgres.shared().newDatabase();
        try (var superuser = database.dataSource().getConnection();
                var statement = superuser.createStatement()) {
            statement.execute(
                    "ALTER DATABASE %s SET default_transaction_isolation = 'serializable'".formatted(database.name()));
        }
        try (var pools = open(database.port(), database.name(), "--database-user=postgres");
                var connection = pools.renewals().getConnection()) {
            assertThat(connection.getAutoCommit()).isTrue();
            assertThat(ask(pools.work(), "SHOW transaction_isolation")).isEqualTo("read committed");
            assertThat(ask(pools.work(), "SHOW application_name")).isEqualTo("database-lease-operator");
        }
    }

    private static void awaitRefusal(DataSource pool) {
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThatThrownBy(pool::getConnection)
                        .hasStackTraceContaining("password authentication failed"));
    }

    private static void endConnections(SecuredPostgres postgres, String role) {
        postgres.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '%s'".formatted(role));
    }

    private static void refuse(DataSource source, String first, String refused) throws SQLException {
        try (var connection = source.getConnection();
                var statement = connection.createStatement()) {
            statement.execute(first);
            assertThatThrownBy(() -> statement.execute(refused)).hasMessageContaining("read-only");
        }
    }

    private static String ask(DataSource source, String sql) throws SQLException {
        try (var connection = source.getConnection();
                var statement = connection.createStatement();
                var answer = statement.executeQuery(sql)) {
            answer.next();
            return answer.getString(1);
        }
    }

    private static Duration since(long nanos) {
        return Duration.ofNanos(System.nanoTime() - nanos);
    }

    private static Pools open(int port, String name, String... more) {
        return Pools.open(settings(port, name, more), new SimpleMeterRegistry(), System::nanoTime);
    }

    private static DatabaseSettings settings(int port, String name, String... more) {
        var args = new ArrayList<>(
                List.of("--database-host=127.0.0.1", "--database-port=" + port, "--database-name=" + name));
        args.addAll(List.of(more));
        if (args.stream().noneMatch(arg -> arg.startsWith("--database-user"))) {
            args.add("--database-user=app");
        }
        return DatabaseSettings.from(new Given(Cli.settingsIn(Cli.parse(args.toArray(String[]::new))), Map.of()));
    }
}
