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
    private final List<Ratio> ratios = new ArrayList<>();
    private int pictureAt;

    /**
     * Ours to theirs, in one comparison.
     *
     * @param threads 0 where it makes no difference
     */
    record Ratio(String title, String theirs, int threads, Spread spread) {
        private String line() {
            var name = "%s/%s%s".formatted(title, theirs, threads == 0 ? "" : "/%d threads".formatted(threads));
            return String.format(Locale.ROOT, "RATIO %s %.2f", name.replace(' ', '-'), spread.median());
        }
    }

    void title(String text) {
        add("");
        add("## " + text);
        add("");
    }

    void text(String text) {
        add(text);
    }

    void table(String... columns) {
        row((Object[]) columns);
        row(Collections.nCopies(columns.length, "---").toArray());
    }

    void row(Object... cells) {
        add(Arrays.stream(cells).map(String::valueOf).collect(Collectors.joining(" | ", "| ", " |")));
    }

    void ratio(String title, String theirs, int threads, Spread spread) {
        ratios.add(new Ratio(title, theirs, threads, spread));
    }

    private void add(String line) {
        lines.add(line);
        System.out.println(line);
    }

    void printRatios() {
        ratios.stream().map(Ratio::line).forEach(System.out::println);
    }

    /** In the file a picture of all ratios stands here. */
    void picture() {
        pictureAt = lines.size();
    }

    /** Beside the file its picture, under the same name with {@code .svg}. */
    void writeTo(Path file) {
        var picture = file.resolveSibling(file.getFileName().toString().replaceFirst("\\.md$", "") + ".svg");
        var all = new ArrayList<>(lines);
        all.add(pictureAt, "\n![The ratios as bars, with their quartiles](%s)".formatted(picture.getFileName()));
        try {
            Files.writeString(file, String.join("\n", all) + "\n");
            Files.writeString(picture, new Picture(ratios).svg());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
