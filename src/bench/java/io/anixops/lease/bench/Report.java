package io.anixops.lease.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** What was measured: tables of Markdown, printed as they come, and last a line {@code RATIO name value} for each comparison. */
final class Report {
    private final List<String> lines = new ArrayList<>();
    private final List<String> ratios = new ArrayList<>();

    void title(String text) {
        add("");
        add("## " + text);
        add("");
    }

    void text(String text) {
        add(text);
    }

    void table(String... columns) {
        add(Arrays.stream(columns).collect(Collectors.joining(" | ", "| ", " |")));
        add(Collections.nCopies(columns.length, "---").stream().collect(Collectors.joining(" | ", "| ", " |")));
    }

    void row(Object... cells) {
        add(Arrays.stream(cells).map(String::valueOf).collect(Collectors.joining(" | ", "| ", " |")));
    }

    void ratio(String name, double value) {
        ratios.add(String.format(Locale.ROOT, "RATIO %s %.2f", name.replace(' ', '-'), value));
    }

    private void add(String line) {
        lines.add(line);
        System.out.println(line);
    }

    void printRatios() {
        ratios.forEach(System.out::println);
    }

    void writeTo(Path file) {
        try {
            Files.writeString(file, String.join("\n", lines) + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
