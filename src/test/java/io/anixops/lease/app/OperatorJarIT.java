package io.anixops.lease.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.anixops.lease.e2e.Ports;
import io.anixops.lease.operator.MockApi;
import io.anixops.lease.postgres.TestPostgres;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The packaged program, as its users meet it: exit codes, one sentence for a mistake, patience with what can heal. */
class OperatorJarIT {
    private static final String NOTHING_THERE = "http://127.0.0.1:1";

    @TempDir
    private Path folder;

    private final int port = Ports.next();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--tabel=x|--tabel is not known: database-lease-operator --help tells what is",
                "--database-url=jdbc:postgresql://h/d?password=secret|--database-url is refused: a password does not"
                        + " belong into a URL, which others can read: write it into a file and name that with"
                        + " --database-password-file",
                "schema|schema needs one of print, apply and check: database-lease-operator schema --help tells more"
            })
    void a_mistake_ends_it_with_one_sentence_and_code_2(String argument, String sentence) throws Exception {
        try (var run = JarRun.start(Map.of(), argument)) {
            assertThat(run.awaitEnd()).isEqualTo(2);
            assertThat(run.err()).isEqualTo(sentence + "\n");
            assertThat(run.out()).isEmpty();
        }
    }

    @Test
    void help_and_version_are_answers() throws Exception {
        try (var help = JarRun.start(Map.of(), "--help");
                var version = JarRun.start(Map.of(), "--version")) {
            assertThat(help.awaitEnd()).isZero();
            assertThat(help.out()).contains("--database-url=URL", "[DBLEASE_HTTP_PORT]", "schema");
            assertThat(version.awaitEnd()).isZero();
            assertThat(version.out()).matches("database-lease-operator \\d\\S*\n");
            assertThat(help.err() + version.err()).isEmpty();
        }
    }

    @Test
    void the_printed_schema_is_what_the_check_wants() throws Exception {
        var database = TestPostgres.shared().newDatabase();

        assertThat(end("schema", "print", "--table=leases.mine").out())
                .contains("CREATE TABLE IF NOT EXISTS leases.mine");
        var missing = end(args(database, "schema", "check", "--table=leases.mine"));
        execute(database, end("schema", "print", "--table=leases.mine").out());
        var there = end(args(database, "schema", "check", "--table=leases.mine"));

        assertThat(missing.code()).isEqualTo(2);
        assertThat(missing.err()).contains("leases.mine").hasLineCount(1);
        assertThat(there)
                .isEqualTo(new End(
                        0,
                        "leases.mine in database '%s' at 127.0.0.1:%d is up to date\n"
                                .formatted(database.name(), database.port()),
                        ""));
    }

    @Test
    void an_administrator_can_apply_the_schema_again_and_again() throws Exception {
        var database = TestPostgres.shared().newDatabase();

        assertThat(end(args(database, "schema", "apply")).code()).isZero();
        assertThat(end(args(database, "schema", "apply")).code()).isZero();
    }

    @Test
    void a_schema_command_tells_what_may_pass_from_what_will_not() throws Exception {
        var database = TestPostgres.shared().newDatabase();
        var silent = end(
                "schema",
                "check",
                "--database-host=127.0.0.1",
                "--database-port=1",
                "--database-name=x",
                "--database-user=app");
        var unknown = end(
                "schema",
                "check",
                "--database-host=127.0.0.1",
                "--database-port=" + database.port(),
                "--database-name=nonesuch",
                "--database-user=postgres");

        assertThat(silent).isEqualTo(new End(1, "", "cannot reach database 'x' at 127.0.0.1:1: Connection refused\n"));
        assertThat(unknown.code()).isEqualTo(2);
        assertThat(unknown.err())
                .isEqualTo(
                        ("there is no database 'nonesuch' at 127.0.0.1:%d (FATAL: database \"nonesuch\" does not exist):"
                                        + " create it, or correct the name\n")
                                .formatted(database.port()));
    }

    @Test
    void a_newer_schema_ends_it_with_one_sentence_and_code_2() throws Exception {
        var database = TestPostgres.shared().newDatabase();
        end(args(database, "schema", "apply"));
        execute(
                database,
                "CREATE OR REPLACE FUNCTION public.database_lease_schema_version() RETURNS int"
                        + " LANGUAGE sql AS 'SELECT 99'");

        try (var api = new MockApi();
                var run = JarRun.start(kubeconfig(masterOf(api)), args(database))) {
            assertThat(run.awaitEnd()).isEqualTo(2);
            assertThat(run.err())
                    .contains("public.database_lease has schema version 99")
                    .hasLineCount(1);
        }
    }

    @Test
    void a_missing_crd_ends_it_with_one_sentence_and_code_2() throws Exception {
        var database = TestPostgres.shared().newDatabase();
        var server = new KubernetesMockServer(false); // answers 404 to everything
        server.init();

        try (var run =
                JarRun.start(kubeconfig(server.createClient().getMasterUrl().toString()), args(database))) {
            assertThat(run.awaitEnd()).isEqualTo(2);
            assertThat(run.err())
                    .isEqualTo(
                            "the API server at %s has no databaseleases.lease.anixops.io (404): apply the CRD first, crds/ has it\n"
                                    .formatted(server.createClient().getMasterUrl()));
        } finally {
            server.destroy();
        }
    }

    @Test
    void a_port_in_use_ends_it_with_one_sentence_and_code_2() throws Exception {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                var run = JarRun.start(
                        kubeconfig(NOTHING_THERE),
                        args(TestPostgres.shared().newDatabase(), "--http-port=" + taken.getLocalPort()))) {
            assertThat(run.awaitEnd()).isEqualTo(2);
            assertThat(run.err())
                    .startsWith("cannot listen on 127.0.0.1 port " + taken.getLocalPort())
                    .hasLineCount(1);
        }
    }

    @Test
    void a_kubeconfig_that_makes_no_sense_ends_it_with_one_sentence_and_code_2() throws Exception {
        var broken = Files.writeString(folder.resolve("broken"), "a: [b");

        try (var run = JarRun.start(
                Map.of("KUBECONFIG", broken.toString()),
                args(TestPostgres.shared().newDatabase()))) {
            assertThat(run.awaitEnd()).isEqualTo(2);
            assertThat(run.err()).startsWith("the kubeconfig makes no sense: ").hasLineCount(1);
        }
    }

    @Test
    void an_api_server_that_is_silent_is_waited_for() throws Exception {
        try (var run = JarRun.start(
                kubeconfig(NOTHING_THERE), args(TestPostgres.shared().newDatabase()))) {
            within(() -> run.out().contains("cannot reach the API server at " + NOTHING_THERE));

            assertThat(status("/livez")).isEqualTo(200);
            assertThat(status("/readyz")).isEqualTo(503);
            assertThat(run.terminate()).isEqualTo(143);
            assertThat(run.out().lines().filter(line -> line.contains("cannot reach")))
                    .hasSize(1);
        }
    }

    @Test
    void a_database_that_comes_late_is_waited_for_and_no_probe_fails_for_it() throws Exception {
        try (var postgres = TestPostgres.start();
                var api = new MockApi()) {
            var database = postgres.newDatabase();
            postgres.stop();
            try (var run = JarRun.start(kubeconfig(masterOf(api)), args(database))) {
                within(() -> status("/readyz") == 200);
                assertThat(run.out()).containsOnlyOnce("cannot reach database '" + database.name());
                assertThat(status("/livez")).isEqualTo(200);

                postgres.startAgain();

                within(() -> run.out().contains("the database is usable again"));
                execute(database, "SELECT token FROM database_lease");
                assertThat(body("/metrics"))
                        .contains("jvm_memory_used_bytes", "hikaricp_connections_active{pool=\"renewals\"");
                assertThat(run.terminate()).isEqualTo(143);
                assertThat(run.out()).contains("stopped; the leases are kept");
                assertThat(run.err()).isEmpty();
            }
        }
    }

    @Test
    void logs_can_be_json_with_the_values_apart() throws Exception {
        try (var run = JarRun.start(
                kubeconfig(NOTHING_THERE), args(TestPostgres.shared().newDatabase(), "--log-format=json"))) {
            within(() -> run.out().contains("cannot reach"));
            run.terminate();

            var first =
                    new ObjectMapper().readTree(run.out().lines().findFirst().orElseThrow());
            assertThat(first.path("formattedMessage").asText()).isEqualTo("starting");
            assertThat(first.path("kvpList").toString()).contains("\"table\":\"public.database_lease\"");
            assertThat(run.out().lines()).allMatch(line -> line.startsWith("{") && line.endsWith("}"));
        }
    }

    private String[] args(TestPostgres.Database database, String... more) {
        var args = new ArrayList<>(List.of(more));
        args.addAll(List.of(
                "--database-host=127.0.0.1",
                "--database-port=" + database.port(),
                "--database-name=" + database.name(),
                "--database-user=" + database.user()));
        if (!args.contains("schema")) {
            args.add("--http-address=127.0.0.1");
            if (args.stream().noneMatch(arg -> arg.startsWith("--http-port"))) {
                args.add("--http-port=" + port);
            }
        }
        return args.toArray(String[]::new);
    }

    private static End end(String... args) throws IOException, InterruptedException {
        try (var run = JarRun.start(Map.of(), args)) {
            return new End(run.awaitEnd(), run.out(), run.err());
        }
    }

    private Map<String, String> kubeconfig(String server) throws IOException {
        var file = Files.writeString(folder.resolve("kubeconfig"), """
                apiVersion: v1
                kind: Config
                clusters: [{name: test, cluster: {server: '%s'}}]
                contexts: [{name: test, context: {cluster: test, user: test}}]
                users: [{name: test, user: {}}]
                current-context: test
                """.formatted(server));
        return Map.of("KUBECONFIG", file.toString());
    }

    private static String masterOf(MockApi api) {
        return api.client().getMasterUrl().toString();
    }

    private static void execute(TestPostgres.Database database, String sql) throws SQLException {
        try (var connection = database.dataSource().getConnection();
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static void within(Callable<Boolean> condition) {
        await().atMost(Duration.ofSeconds(60)).ignoreExceptions().until(condition);
    }

    private int status(String path) throws IOException {
        return open(path).getResponseCode();
    }

    private String body(String path) throws IOException {
        try (var in = open(path).getInputStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private HttpURLConnection open(String path) throws IOException {
        return (HttpURLConnection)
                URI.create("http://127.0.0.1:" + port + path).toURL().openConnection();
    }

    private record End(int code, String out, String err) {}
}
