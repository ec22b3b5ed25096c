package io.anixops.lease.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.UnaryOperator;

/**
 * The chart as it could have been a version ago: of another image, and without the hook, the checks and their values. It is
 * made of the present one as long as none has been released.
 */
final class EarlierChart {
    static final String VERSION = "0.0.9";

    private EarlierChart() {}

    /** Its folder. */
    static String make() {
        var chart = Folders.temporary("earlier").resolve("database-lease-operator");
        try {
            copy(Path.of(Helm.CHART), chart);
            Files.delete(chart.resolve("templates/strip-job.yaml"));
            edit(
                    chart.resolve("Chart.yaml"),
                    text -> text.replaceAll("(?m)^(version|appVersion): .*$", "$1: " + VERSION));
            edit(
                    chart.resolve("values.yaml"),
                    text -> text.replaceFirst("(?s)\nstripJob:.*?\n\n", "\n").replaceFirst("\nchecks: true\n", "\n"));
            edit(
                    chart.resolve("templates/deployment.yaml"),
                    text -> text.replace("{{- include \"dlo.checks\" . }}\n", ""));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        return chart.toString();
    }

    private static void copy(Path from, Path to) throws IOException {
        try (var files = Files.walk(from)) {
            for (var file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file).toString()));
            }
        }
    }

    private static void edit(Path file, UnaryOperator<String> change) throws IOException {
        var text = Files.readString(file);
        var changed = change.apply(text);
        if (changed.equals(text)) {
            throw new IllegalStateException(file + " has nothing to change");
        }
        Files.writeString(file, changed);
    }
}
