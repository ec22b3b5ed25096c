package io.anixops.lease.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** The real helm with the chart as it is shipped. */
final class Helm {
    static final String CHART = Stage.shippedFolder("helm/database-lease-operator");

    private final Path folder = Folders.temporary("helm");
    private final AtomicInteger runs = new AtomicInteger();
    private final Map<String, String> environment;

    private Helm(Map<String, String> environment) {
        this.environment = environment;
    }

    /** For what needs no cluster. */
    static Helm alone() {
        return new Helm(Map.of());
    }

    static Helm on(ControlPlane plane) {
        return new Helm(Map.of("KUBECONFIG", plane.adminKubeconfig().toString()));
    }

    /** The chart's objects with these values, each as for {@code --set}; hooks too. */
    String template(String release, String namespace, String... values) {
        return run(with(values, "template", release, CHART, "-n", namespace)).orFail();
    }

    static String[] with(String[] values, String... command) {
        return Stream.concat(Stream.of(command), Stream.of(values).flatMap(value -> Stream.of("--set", value)))
                .toArray(String[]::new);
    }

    /** Runs to the end, whatever the exit code. */
    Kubectl.Result run(String... arguments) {
        int run = runs.incrementAndGet();
        Path out = folder.resolve("helm-%d.out".formatted(run));
        Path err = folder.resolve("helm-%d.err".formatted(run));
        List<String> command = new ArrayList<>(List.of(Assets.program("helm").toString()));
        command.addAll(List.of(arguments));
        try {
            var builder =
                    new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
            builder.environment().putAll(environment);
            builder.environment().put("HOME", folder.toString());
            Process process = builder.start();
            if (!process.waitFor(180, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IllegalStateException("helm %s took more than 180 s".formatted(List.of(arguments)));
            }
            return new Kubectl.Result(
                    List.of(arguments), process.exitValue(), Files.readString(out), Files.readString(err));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted in helm", stopped);
        }
    }
}
