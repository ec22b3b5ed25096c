package io.anixops.lease.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.anixops.lease.postgres.LeaseSchema;
import io.anixops.lease.postgres.TableName;
import io.anixops.lease.postgres.TestPostgres;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The packaged program's {@code exec}: a command that runs only while a lease is held, as a script would use it. */
class ExecIT {
    private static final String WAITS_FOR_TERM =
            "trap 'echo bye; exit 9' TERM; echo there; while :; do sleep 0.1; done";

    @TempDir
    private Path folder;

    private TestPostgres.Database database;

    @BeforeEach
    void makeTable() {
        database = TestPostgres.shared().newDatabase();
        LeaseSchema.ensure(database.dataSource(), TableName.DEFAULT);
    }

    @Test
    void the_command_finds_its_term_in_the_environment_and_its_exit_code_is_passed_on() throws Exception {
        try (var run = exec("sh", "-c", "echo $LEASE_NAME $LEASE_TOKEN $LEASE_HOLDER; exit 7")) {
            assertThat(run.awaitEnd()).isEqualTo(7);

            assertThat(run.out()).isEqualTo("jobs/nightly %s %s\n".formatted(row("token"), row("holder")));
            assertThat(run.err()).isEmpty();
            assertThat(row("expires_at <= clock_timestamp()")).isEqualTo("t");
        }
    }

    @Test
    void the_script_of_the_guide_does_what_it_says() throws Exception {
        var script = new ProcessBuilder("sh", "docs/examples/nightly.sh").redirectErrorStream(true);
        script.environment()
                .putAll(Map.of(
                        "OPERATOR_JAR",
                        System.getProperty("operator.jar", "target/database-lease-operator.jar"),
                        "DBLEASE_DATABASE_URL",
                        database.jdbcUrl()));
        var run = script.start();

        assertThat(new String(run.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .isEqualTo("the nightly job, with token %s\n".formatted(row("token")));
        assertThat(run.waitFor()).isZero();
    }

    @Test
    void what_looks_like_a_flag_behind_the_command_is_the_commands() throws Exception {
        try (var run = JarRun.start(Map.of(), arguments(List.of("--lease=x"), "echo", "--lease=y", "-o", "--"))) {
            assertThat(run.awaitEnd()).isZero();
            assertThat(run.out()).isEqualTo("--lease=y -o --\n");
        }
    }

    @Test
    void while_another_holds_it_the_command_can_be_skipped() throws Exception {
        hold("someone-else", 60);
        try (var run = exec(List.of("--skip-if-held"), "echo", "no")) {
            assertThat(run.awaitEnd()).isEqualTo(120);

            assertThat(run.out()).isEmpty();
            assertThat(run.err())
                    .matches(
                            "exec: lease jobs/nightly is held by someone-else for 5\\d s more; the command is not run\n");
            assertThat(row("holder")).isEqualTo("someone-else");
        }
    }

    @Test
    void while_another_holds_it_the_command_waits_as_long_as_is_said() throws Exception {
        hold("someone-else", 60);
        try (var run = exec(List.of("--wait=1s"), "echo", "no")) {
            assertThat(run.awaitEnd()).isEqualTo(120);

            assertThat(run.out()).isEmpty();
            assertThat(run.err())
                    .endsWith("exec: lease jobs/nightly is held by someone-else; the command is not run\n");
        }
    }

    @Test
    void the_command_runs_as_soon_as_the_other_lets_it_go() throws Exception {
        hold("someone-else", 60);
        try (var run = exec("echo", "now")) {
            within(() -> run.err().contains("waiting"));
            execute("UPDATE database_lease SET expires_at = clock_timestamp()");

            assertThat(run.awaitEnd()).isZero();
            assertThat(run.out()).isEqualTo("now\n");
        }
    }

    @Test
    void a_command_whose_lease_is_lost_is_made_to_stop_with_all_that_it_started() throws Exception {
        var pids = folder.resolve("pids");
        var stubborn =
                "trap '' TERM; sh -c 'trap \"\" TERM; echo $$ >> %s; while :; do sleep 0.1; done' & ".formatted(pids)
                        + "echo $$ >> %s; while :; do sleep 0.1; done".formatted(pids);
        try (var run = exec(List.of("--ttl=3s"), "sh", "-c", stubborn)) {
            within(() -> Files.readAllLines(pids).size() == 2);

            execute("UPDATE database_lease SET expires_at = clock_timestamp()");

            assertThat(run.awaitEnd()).isEqualTo(121);
            assertThat(run.err()).contains("lease jobs/nightly is lost; the command is made to stop");
            assertThat(Files.readAllLines(pids))
                    .allSatisfy(pid -> assertThat(ProcessHandle.of(Long.parseLong(pid)))
                            .as("process " + pid)
                            .isEmpty());
        }
    }

    @Test
    void a_command_is_made_to_stop_when_the_database_is_silent_until_trust_ends() throws Exception {
        try (var server = TestPostgres.start()) {
            database = server.newDatabase();
            LeaseSchema.ensure(database.dataSource(), TableName.DEFAULT);
            try (var run = exec(List.of("--ttl=3s"), "sh", "-c", WAITS_FOR_TERM)) {
                within(() -> run.out().contains("there"));
                server.stop();

                assertThat(run.awaitEnd()).isEqualTo(121);
                assertThat(run.out()).isEqualTo("there\nbye\n");
            }
        }
    }

    @Test
    void a_signal_reaches_the_command_and_the_lease_is_given_back_after_its_end() throws Exception {
        try (var run = exec("sh", "-c", WAITS_FOR_TERM)) {
            within(() -> run.out().contains("there"));

            assertThat(run.terminate()).isEqualTo(9);

            assertThat(run.out()).isEqualTo("there\nbye\n");
            assertThat(row("expires_at <= clock_timestamp()")).isEqualTo("t");
        }
    }

    @Test
    void a_signal_while_it_waits_ends_it() throws Exception {
        hold("someone-else", 60);
        try (var run = exec("echo", "no")) {
            within(() -> run.err().contains("waiting"));

            assertThat(run.terminate()).isEqualTo(143);
            assertThat(run.out()).isEmpty();
        }
    }

    @Test
    void a_command_that_cannot_be_run_gives_the_lease_back() throws Exception {
        var plain = Files.writeString(folder.resolve("plain"), "no program");
        try (var missing = exec("/no/such/command")) {
            assertThat(missing.awaitEnd()).isEqualTo(127);
            assertThat(missing.err()).startsWith("exec: cannot run '/no/such/command': ");
        }
        try (var forbidden = exec(plain.toString())) {
            assertThat(forbidden.awaitEnd()).isEqualTo(126);
        }
        assertThat(row("expires_at <= clock_timestamp()")).isEqualTo("t");
    }

    @Test
    void a_database_that_does_not_answer_is_told_from_a_mistake() throws Exception {
        try (var silent = JarRun.start(
                        Map.of(),
                        "exec",
                        "--database-url=jdbc:postgresql://127.0.0.1:1/x",
                        "--database-user=x",
                        "--lease=x",
                        "--skip-if-held",
                        "true");
                var noTable = JarRun.start(Map.of(), arguments(List.of("--lease=x", "--table=nonesuch"), "true"));
                var noLease = JarRun.start(Map.of(), arguments(List.of(), "true"));
                var both =
                        JarRun.start(Map.of(), arguments(List.of("--lease=x", "--wait=1s", "--skip-if-held"), "true"));
                var wrong = JarRun.start(Map.of(), arguments(List.of("--lease=a/b/c"), "true"))) {
            assertThat(silent.awaitEnd()).isEqualTo(122);
            assertThat(silent.err()).isEqualTo("exec: cannot reach database 'x' at 127.0.0.1:1: Connection refused\n");
            assertThat(noTable.awaitEnd()).isEqualTo(2);
            assertThat(noTable.err()).contains("table public.nonesuch, or a part of it, is missing");
            assertThat(noLease.awaitEnd()).isEqualTo(2);
            assertThat(noLease.err()).isEqualTo("--lease is missing: it names the lease to hold\n");
            assertThat(both.awaitEnd()).isEqualTo(2);
            assertThat(wrong.awaitEnd()).isEqualTo(2);
            assertThat(wrong.err()).startsWith("--lease is 'a/b/c': ");
        }
    }

    private JarRun exec(String... command) throws IOException {
        return exec(List.of(), command);
    }

    private JarRun exec(List<String> flags, String... command) throws IOException {
        var all = new ArrayList<>(List.of("--lease=jobs/nightly"));
        all.addAll(flags);
        return JarRun.start(Map.of(), arguments(all, command));
    }

    private String[] arguments(List<String> flags, String... command) {
        var all = new ArrayList<>(List.of("exec", "--database-url=" + database.jdbcUrl()));
        all.addAll(flags);
        all.addAll(List.of(command));
        return all.toArray(String[]::new);
    }

    private void hold(String holder, int seconds) throws SQLException {
        execute("""
                INSERT INTO database_lease (name, holder, expires_at, acquired_at, renewed_at)
                VALUES ('jobs/nightly', '%s', clock_timestamp() + interval '%d s', clock_timestamp(), clock_timestamp())
                """.formatted(holder, seconds));
    }

    private String row(String expression) throws SQLException {
        try (var connection = database.dataSource().getConnection();
                var rows = connection
                        .createStatement()
                        .executeQuery(
                                "SELECT %s FROM database_lease WHERE name = 'jobs/nightly'".formatted(expression))) {
            rows.next();
            return rows.getString(1);
        }
    }

    private void execute(String sql) throws SQLException {
        try (var connection = database.dataSource().getConnection();
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static void within(Callable<Boolean> condition) {
        await().atMost(Duration.ofSeconds(60)).ignoreExceptions().until(condition);
    }
}
