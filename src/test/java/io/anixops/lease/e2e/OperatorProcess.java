package io.anixops.lease.e2e;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The packaged operator, run as its users run it: a process of its own, with a kubeconfig and nothing else. */
final class OperatorProcess implements AutoCloseable {
    /** The JVM's flags as they are shipped: an argument file of its launcher. */
    static final String SHIPPED_FLAGS = "@" + Stage.shippedFolder("image/jvm.options");

    private final Child child;
    private final int port;

    private OperatorProcess(Child child, int port) {
        this.child = child;
        this.port = port;
    }

    static Builder builder() {
        return new Builder();
    }

    /** Its probes and metrics. */
    int port() {
        return port;
    }

    long pid() {
        return child.pid();
    }

    Path log() {
        return child.log();
    }

    String logged() {
        try {
            return Files.readString(child.log());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    OperatorProcess awaitReady() {
        Eventually.untilOr(child, "the operator is ready", () -> status("/readyz") == 200);
        return this;
    }

    /** The status code of a path on the operator's port. */
    int status(String path) throws IOException {
        return open(path).getResponseCode();
    }

    /** The body of a path on the operator's port, as for /metrics. */
    String get(String path) throws IOException {
        try (var body = open(path).getInputStream()) {
            return new String(body.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    void kill9() {
        child.kill9();
    }

    /** SIGTERM; tells the exit code. */
    int terminate() {
        return child.terminate(Duration.ofSeconds(30));
    }

    /** For runs that are to end by themselves, as with a wrong flag. */
    int awaitEnd(Duration within) {
        return child.awaitEnd(within);
    }

    void pause() {
        child.pause();
    }

    void resume() {
        child.resume();
    }

    boolean isAlive() {
        return child.isAlive();
    }

    @Override
    public void close() {
        child.close();
    }

    private HttpURLConnection open(String path) throws IOException {
        var connection = (HttpURLConnection)
                URI.create("http://127.0.0.1:" + port + path).toURL().openConnection();
        connection.setConnectTimeout(5_000);
        connection.setReadTimeout(10_000);
        return connection;
    }

    /** What the process is started with. */
    static final class Builder {
        private final int port = Ports.next();
        private final Map<String, String> environment = new LinkedHashMap<>();
        private final List<String> arguments = new ArrayList<>();
        private final List<String> jvmFlags = new ArrayList<>();
        private List<String> program = List.of();
        private String overlay = "";
        private Path log = Folders.logs("operator").resolve("operator.log");

        private Builder() {}

        /** The port that is free for its probes; the caller passes it on by flag or environment. */
        int port() {
            return port;
        }

        Builder kubeconfig(Path file) {
            return env("KUBECONFIG", file.toString());
        }

        Builder env(String name, String value) {
            environment.put(name, value);
            return this;
        }

        Builder args(String... more) {
            arguments.addAll(List.of(more));
            return this;
        }

        Builder jvm(String... flags) {
            jvmFlags.addAll(List.of(flags));
            return this;
        }

        Builder log(Path file) {
            log = file;
            return this;
        }

        /** A folder of classes that stands before the packaged jar. */
        Builder overlay(Path folder) {
            overlay = folder + File.pathSeparator;
            return this;
        }

        /** Instead of the packaged jar on this Java: the words before flags and arguments, and those between them. */
        Builder program(Path folder, String java, String jar) {
            program = List.of("sh", "-c", "cd \"$0\" && exec \"$@\"", folder.toString(), java, jar);
            return this;
        }

        /** The packaged jar with the shipped flags and the archive that {@code image/archive target} has made. */
        Builder withArchive() {
            return program(jar().getParent(), java(), jar().getFileName().toString())
                    .jvm("@../image/jvm.options", "-XX:SharedArchiveFile=operator.jsa");
        }

        OperatorProcess start() {
            var own = program.isEmpty() ? List.of(java(), jar().toString()) : program;
            List<String> command = new ArrayList<>(own.subList(0, own.size() - 1));
            command.addAll(jvmFlags);
            command.addAll(started(own.get(own.size() - 1)));
            command.addAll(arguments);
            return new OperatorProcess(Child.start("operator", log, environment, command), port);
        }

        private List<String> started(String jar) {
            return overlay.isEmpty()
                    ? List.of("-jar", jar)
                    : List.of("-cp", overlay + jar, "io.anixops.lease.app.Main");
        }

        private static String java() {
            return Path.of(System.getProperty("java.home"), "bin", "java").toString();
        }

        private static Path jar() {
            Path jar = Path.of(System.getProperty("operator.jar", "target/database-lease-operator.jar"));
            if (!Files.exists(jar)) {
                throw new IllegalStateException(
                        "%s is not there: mvn package makes it".formatted(jar.toAbsolutePath()));
            }
            return jar.toAbsolutePath();
        }
    }
}
