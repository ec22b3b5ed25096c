package io.anixops.lease.e2e;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/**
 * A clock for processes that are started with its {@link #environment}: as many seconds ahead as it is set to, at any
 * time. Debian's faketime comes between them and the system's calls.
 */
final class ForgedClock {
    private final Path file = Folders.temporary("clock").resolve("offset");
    private final boolean wallAlone;

    private ForgedClock(boolean wallAlone) {
        this.wallAlone = wallAlone;
        set(Duration.ZERO);
    }

    /** The monotonic clock goes on as ever. */
    static ForgedClock ofTheWall() {
        return new ForgedClock(true);
    }

    /** The monotonic clock goes along. */
    static ForgedClock ofAll() {
        return new ForgedClock(false);
    }

    /** The environment of a process all of whose clocks run so many times as fast as they should, from its start on. */
    static Map<String, String> ofRate(double rate) {
        return Map.of("LD_PRELOAD", library(), "FAKETIME", "+0 x" + rate);
    }

    Map<String, String> environment() {
        return Map.of(
                "LD_PRELOAD",
                library(),
                "FAKETIME_TIMESTAMP_FILE",
                file.toString(),
                "FAKETIME_NO_CACHE",
                "1",
                "DONT_FAKE_MONOTONIC",
                wallAlone ? "1" : "0");
    }

    /** From now on it is so much ahead of the real one, or behind it. */
    void set(Duration ahead) {
        try {
            var next = Folders.write(file.resolveSibling("next"), "%+.3f%n".formatted(ahead.toMillis() / 1e3));
            Files.move(next, file, ATOMIC_MOVE);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** As the program itself has it loaded, since where it lies is the distribution's to say. */
    private static String library() {
        try {
            var asked = new ProcessBuilder("faketime", "-m", "-f", "+0", "printenv", "LD_PRELOAD").start();
            return new String(asked.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException failed) {
            throw new UncheckedIOException("it needs the program faketime, of the package of that name", failed);
        }
    }
}
