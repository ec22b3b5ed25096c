package io.anixops.lease.e2e;

import io.anixops.lease.postgres.TestPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A reader at a terminal, in the project's folder: with kubectl, and with a database where README names one. */
final class ReadmeShell implements AutoCloseable {
    private static final Path BASE =
            Path.of(System.getProperty("project.basedir", ".")).toAbsolutePath();

    private final Path folder = Folders.temporary("readme");
    private final Path passwordFile = Folders.write(folder.resolve("password"), "a password\n");
    private final Map<String, String> environment = new HashMap<>();
    private final ControlPlane plane;
    private final TestPostgres.Database database;
    private final String databaseHost;
    private final int databasePort;
    private @Nullable OperatorProcess operator;

    ReadmeShell(ControlPlane plane, TestPostgres.Database database) {
        this(plane, database, "default");
    }

    /** In this namespace, where a command names none. */
    ReadmeShell(ControlPlane plane, TestPostgres.Database database, String namespace) {
        this(plane, database, "127.0.0.1", database.port(), namespace);
    }

    /** Where the database is at another address for those whom the commands start. */
    ReadmeShell(ControlPlane plane, TestPostgres.Database database, String databaseHost, int databasePort) {
        this(plane, database, databaseHost, databasePort, "default");
    }

    private ReadmeShell(
            ControlPlane plane,
            TestPostgres.Database database,
            String databaseHost,
            int databasePort,
            String namespace) {
        this.plane = plane;
        this.database = database;
        this.databaseHost = databaseHost;
        this.databasePort = databasePort;
        environment.put("KUBECONFIG", kubeconfigIn(namespace).toString());
        environment.put("HOME", folder.toString());
        environment.put(
                "PATH",
                "%s:%s:%s"
                        .formatted(
                                Assets.program("kubectl").getParent(),
                                Path.of(System.getProperty("java.home"), "bin"),
                                System.getenv("PATH")));
        makeRole();
    }

    private Path kubeconfigIn(String namespace) {
        try {
            var text = Files.readString(plane.adminKubeconfig());
            return Folders.write(folder.resolve("kubeconfig"), Kubeconfig.inNamespace(namespace, text));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** What all later commands have in their environment. */
    void export(String command) {
        for (var one : command.substring("export ".length()).split(" ")) {
            var parts = one.split("=", 2);
            environment.put(parts[0], here(parts[1]));
        }
    }

    /** Standard output of a command that must succeed. */
    String run(String command) {
        var out = folder.resolve("out");
        var err = folder.resolve("err");
        try {
            var builder = new ProcessBuilder("bash", "-c", here(command))
                    .directory(BASE.toFile())
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile());
            builder.environment().putAll(environment);
            var process = builder.start();
            if (!process.waitFor(180, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new AssertionError(command + " took more than 180 s");
            }
            if (process.exitValue() != 0) {
                throw new AssertionError("%s ended with %d:%n%s%s"
                        .formatted(command, process.exitValue(), Files.readString(out), Files.readString(err)));
            }
            return there(Files.readString(out));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted in " + command, stopped);
        }
    }

    /** In the background, with the rights that README has installed and no others. */
    void startOperator(String command) {
        var builder = OperatorProcess.builder();
        environment.forEach(builder::env);
        builder.jvm(command.substring("java ".length(), command.indexOf("-jar")).split(" "));
        operator = builder.kubeconfig(plane.kubeconfigFor(OperatorAccount.NAMESPACE, OperatorAccount.NAME))
                .env("DBLEASE_HTTP_ADDRESS", "127.0.0.1")
                .env("DBLEASE_HTTP_PORT", Integer.toString(builder.port()))
                .start()
                .awaitReady();
    }

    @Override
    public void close() {
        if (operator != null) {
            operator.close();
        }
    }

    private String here(String value) {
        return value.replace(
                        "db.example.com:5432/app", "%s:%d/%s".formatted(databaseHost, databasePort, database.name()))
                .replace(
                        "database.host=db.example.com",
                        "database.host=%s,database.port=%d".formatted(databaseHost, databasePort))
                .replace("database.name=app", "database.name=" + database.name())
                .replace("/etc/lease/password", passwordFile.toString());
    }

    private String there(String output) {
        return output.replace("127.0.0.1:" + database.port(), "db.example.com:5432")
                .replace("'%s'".formatted(database.name()), "'app'");
    }

    private void makeRole() {
        try (var connection = database.dataSource().getConnection();
                var statement = connection.createStatement()) {
            statement.execute("""
                    DO $$ BEGIN CREATE ROLE lease_operator LOGIN;
                    EXCEPTION WHEN duplicate_object THEN NULL; END $$;
                    GRANT CREATE ON SCHEMA public TO lease_operator
                    """);
        } catch (SQLException failed) {
            throw new IllegalStateException("the role of README's operator could not be made", failed);
        }
    }
}
