package io.anixops.lease.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** One run of the packaged program as a process of its own, with its two outputs apart. */
final class JarRun implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Process process;
    private final Path out;
    private final Path err;

    private JarRun(Process process, Path out, Path err) {
        this.process = process;
        this.out = out;
        this.err = err;
    }

    static JarRun start(Map<String, String> environment, String... args) throws IOException {
        var command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-jar",
                System.getProperty("operator.jar", "target/database-lease-operator.jar")));
        command.addAll(List.of(args));
        var out = Files.createTempFile("operator-", ".out");
        var err = Files.createTempFile("operator-", ".err");
        var builder = new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
        builder.environment().putAll(environment);
        return new JarRun(builder.start(), out, err);
    }

    boolean isAlive() {
        return process.isAlive();
    }

    String out() {
        return read(out);
    }

    String err() {
        return read(err);
    }

    int awaitEnd() throws InterruptedException {
        if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            throw new IllegalStateException("it goes on after %s:%n%s%n%s".formatted(PATIENCE, out(), err()));
        }
        return process.exitValue();
    }

    int terminate() throws InterruptedException {
        process.destroy();
        return awaitEnd();
    }

    @Override
    public void close() throws IOException {
        process.destroyForcibly();
        Files.delete(out);
        Files.delete(err);
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException failed) {
            return "(cannot be read: " + failed + ")";
        }
    }
}
