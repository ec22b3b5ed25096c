package io.anixops.lease.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Prometheus' own tool, with files in a folder of its own. */
final class Promtool {
    private final Path folder = Folders.temporary("promtool");

    void file(String name, String content) {
        Folders.write(folder.resolve(name), content);
    }

    /** What it prints when it succeeds, which it must. */
    String run(String... arguments) {
        List<String> command = new ArrayList<>(List.of("promtool"));
        command.addAll(List.of(arguments));
        try {
            var process = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .start();
            process.getOutputStream().close();
            var said = new String(process.getInputStream().readAllBytes());
            if (process.waitFor() != 0) {
                throw new AssertionError("%s ended with %d:%n%s".formatted(command, process.exitValue(), said));
            }
            return said;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted in " + command, stopped);
        }
    }
}
