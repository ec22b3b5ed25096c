package io.anixops.lease.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What it runs on. */
final class Machine {
    private Machine() {}

    static String processor() {
        var info = Path.of("/proc/cpuinfo");
        try {
            return !Files.exists(info)
                    ? System.getProperty("os.arch")
                    : Files.readAllLines(info).stream()
                            .filter(line -> line.startsWith("model name"))
                            .map(line -> line.substring(line.indexOf(':') + 1).strip())
                            .findFirst()
                            .orElse(System.getProperty("os.arch"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
