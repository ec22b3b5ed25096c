package io.anixops.lease.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;

/** Where the rig keeps things: logs under target to read afterwards, data in a temporary folder that goes with us. */
final class Folders {
    private static final AtomicInteger COUNT = new AtomicInteger();
    private static final String REMOVER = "trap '' HUP INT TERM; read -r _; sleep 1; rm -rf \"$0\"";

    private Folders() {}

    static Path logs(String name) {
        Path folder = Path.of(
                "target", "e2e", "%d-%s-%d".formatted(ProcessHandle.current().pid(), name, COUNT.incrementAndGet()));
        try {
            return Files.createDirectories(folder).toAbsolutePath();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** A folder that is removed when this JVM ends, however it ends. */
    static Path temporary(String name) {
        try {
            Path folder = Files.createTempDirectory(name + "-");
            new ProcessBuilder("sh", "-c", REMOVER, folder.toString())
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return folder;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    static Path made(Path folder) {
        try {
            return Files.createDirectories(folder);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    static Path write(Path file, String content) {
        try {
            return Files.writeString(file, content);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
