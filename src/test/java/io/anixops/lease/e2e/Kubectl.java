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

/** The real kubectl with one kubeconfig. */
final class Kubectl {
    private final Path kubeconfig;
    private final Path folder;
    private final AtomicInteger runs = new AtomicInteger();

    Kubectl(Path kubeconfig, Path folder) {
        this.kubeconfig = kubeconfig;
        this.folder = folder;
    }

    /** Runs to the end, whatever the exit code. */
    Result run(String... arguments) {
        return runWith("", arguments);
    }

    /** The same with standard input, for {@code -f -}. */
    Result runWith(String input, String... arguments) {
        int run = runs.incrementAndGet();
        Path in = Folders.write(folder.resolve("kubectl-%d.in".formatted(run)), input);
        Path out = folder.resolve("kubectl-%d.out".formatted(run));
        Path err = folder.resolve("kubectl-%d.err".formatted(run));
        try {
            var builder = new ProcessBuilder(command(arguments))
                    .redirectInput(in.toFile())
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile());
            builder.environment().putAll(environment());
            Process process = builder.start();
            if (!process.waitFor(180, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IllegalStateException("kubectl %s took more than 180 s".formatted(List.of(arguments)));
            }
            var result =
                    new Result(List.of(arguments), process.exitValue(), Files.readString(out), Files.readString(err));
            for (Path file : List.of(in, out, err)) {
                Files.delete(file);
            }
            return result;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted in kubectl", stopped);
        }
    }

    /** Runs in the background, as for {@code get -w}; all output goes to the child's log. */
    Child start(String... arguments) {
        Path log = folder.resolve("kubectl-%d.log".formatted(runs.incrementAndGet()));
        return Child.start("kubectl", log, environment(), command(arguments));
    }

    /** Applies manifests and fails with kubectl's own words. */
    void apply(String manifests) {
        runWith(manifests, "apply", "-f", "-").orFail();
    }

    private List<String> command(String... arguments) {
        List<String> command = new ArrayList<>(List.of(Assets.program("kubectl").toString()));
        command.addAll(List.of(arguments));
        return command;
    }

    private Map<String, String> environment() {
        return Map.of("KUBECONFIG", kubeconfig.toString(), "HOME", folder.toString()); // its cache lives in HOME
    }

    /** What one run of kubectl said. */
    record Result(List<String> arguments, int exitCode, String stdout, String stderr) {
        /** Standard output of a run that must succeed. */
        String orFail() {
            if (exitCode != 0) {
                throw new AssertionError("kubectl %s ended with %d:%n%s%s"
                        .formatted(String.join(" ", arguments), exitCode, stdout, stderr));
            }
            return stdout;
        }
    }
}
