package io.anixops.lease.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Commands that must succeed. */
final class Shell {
    private Shell() {}

    /** What a script prints. */
    static String run(String script) {
        return run(List.of("sh", "-c", script));
    }

    /** What a program prints. */
    static String run(List<String> command) {
        try {
            var log = Folders.logs("shell").resolve("err");
            var process =
                    new ProcessBuilder(command).redirectError(log.toFile()).start();
            var out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (!process.waitFor(180, TimeUnit.SECONDS) || process.exitValue() != 0) {
                throw new AssertionError("%s: %s%s".formatted(command, out, Files.readString(log)));
            }
            return out;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted in " + command, stopped);
        }
    }
}
