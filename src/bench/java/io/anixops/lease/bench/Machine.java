package io.anixops.lease.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;

/** What it runs on, and with. */
final class Machine {
    private Machine() {}

    /** Of the libraries that these classes are from: the names of their jars. */
    static String versions(Class<?>... classes) {
        return Arrays.stream(classes)
                .map(one -> Path.of(
                        one.getProtectionDomain().getCodeSource().getLocation().getPath()))
                .map(jar -> jar.getFileName().toString().replaceFirst("\\.jar$", ""))
                .collect(Collectors.joining(", "));
    }

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
