package io.anixops.lease.models;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The model checker, in a JVM of its own: it keeps its state in statics. */
final class Tlc {
    static final String HOLDS = "Model checking completed. No error has been found.";

    private final Path folder;

    Tlc(Path folder) {
        this.folder = folder;
    }

    static String violated(String invariant) {
        return "Invariant %s is violated.".formatted(invariant);
    }

    /** Visits every state within the bounds, or stops at the first that breaks an invariant; returns what it says. */
    String check(Model model) throws IOException, InterruptedException {
        Files.writeString(folder.resolve(model.name() + ".tla"), model.text());
        Files.writeString(folder.resolve(model.name() + ".cfg"), model.configuration());
        var output = folder.resolve("tlc.out");
        var process = new ProcessBuilder(command(model.name()))
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            if (!process.waitFor(10, TimeUnit.MINUTES)) {
                throw new IllegalStateException("the model checker took more than 10 minutes");
            }
            return Files.readString(output);
        } finally {
            process.destroyForcibly();
        }
    }

    private static List<String> command(String model) {
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        return List.of(
                java,
                "-Xmx512m",
                "-XX:+UseParallelGC",
                "-cp",
                jar(),
                "tlc2.TLC",
                "-workers",
                "2",
                "-checkpoint",
                "0",
                "-config",
                model + ".cfg",
                model + ".tla");
    }

    private static String jar() {
        try {
            var place = tlc2.TLC.class.getProtectionDomain().getCodeSource().getLocation();
            return new File(place.toURI()).getPath();
        } catch (URISyntaxException broken) {
            throw new IllegalStateException(broken);
        }
    }
}
