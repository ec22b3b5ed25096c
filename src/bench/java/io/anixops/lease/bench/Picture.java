package io.anixops.lease.bench;

import io.anixops.lease.bench.Report.Ratio;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The ratios as bars with their quartiles, a panel for each operation, as SVG. */
final class Picture {
    private static final int PANEL = 560;
    private static final int LABELS = 150;
    private static final int PLOT = 350;
    private static final int TOP = 44;
    private static final int BAR = 9;
    private static final int GAP = 8;
    private static final List<String> COLOURS = List.of("#9ecae1", "#4292c6", "#084594");

    private final Map<String, List<Ratio>> panels;

    Picture(List<Ratio> ratios) {
        this.panels = ratios.stream()
                .filter(ratio -> SideBySide.THREADS.contains(ratio.threads()))
                .collect(Collectors.groupingBy(Ratio::title, LinkedHashMap::new, Collectors.toList()));
    }

    /** The first half of the panels on the left, the other on the right. */
    String svg() {
        var titles = List.copyOf(panels.keySet());
        var rows = (titles.size() + 1) / 2;
        var drawn =
                new StringBuilder(text(8, 16, "fill=\"#555\"", "Ours to theirs: beyond the red line ours is faster."));
        var y = TOP / 2;
        for (var row = 0; row < rows; row++) {
            var height = 0;
            for (var i = row; i < titles.size(); i += rows) {
                var ratios = panels.getOrDefault(titles.get(i), List.of());
                drawn.append("<g transform=\"translate(%d %d)\">%n%s</g>%n"
                        .formatted(i / rows * PANEL, y, panel(titles.get(i), ratios)));
                height = Math.max(height, height(ratios));
            }
            y += height;
        }
        return """
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %1$d %2$d" font-family="sans-serif" font-size="11">
                <rect width="%1$d" height="%2$d" fill="#fff"/>
                %3$s</svg>
                """.formatted(2 * PANEL, y, drawn);
    }

    private static Map<String, List<Ratio>> contestants(List<Ratio> ratios) {
        return ratios.stream().collect(Collectors.groupingBy(Ratio::theirs, LinkedHashMap::new, Collectors.toList()));
    }

    private static int height(List<Ratio> ratios) {
        return TOP + ratios.size() * BAR + contestants(ratios).size() * GAP + 2 * GAP;
    }

    private static String panel(String title, List<Ratio> ratios) {
        var scale = PLOT
                / Math.max(
                        1.5,
                        ratios.stream()
                                .mapToDouble(one -> one.spread().upper())
                                .max()
                                .orElse(1));
        var svg = new StringBuilder(text(8, 16, "font-weight=\"bold\" font-size=\"13\"", title));
        for (var i = 0; i < COLOURS.size(); i++) {
            svg.append(rect(LABELS + 90 * i, 24, 10, 10, COLOURS.get(i)))
                    .append(text(LABELS + 90 * i + 14, 33, "fill=\"#555\"", threads(SideBySide.THREADS.get(i))));
        }
        double y = TOP;
        for (var contestant : contestants(ratios).entrySet()) {
            svg.append(text(8, y + 18, "", contestant.getKey()));
            for (var ratio : contestant.getValue()) {
                svg.append(bar(ratio, y, scale));
                y += BAR;
            }
            y += GAP;
        }
        return svg.append(
                        line(LABELS + scale, TOP - 4, LABELS + scale, y, "stroke=\"#d62728\" stroke-dasharray=\"3 3\""))
                .toString();
    }

    private static String threads(int count) {
        return count == 1 ? "1 thread" : count + " threads";
    }

    private static String bar(Ratio ratio, double y, double scale) {
        var spread = ratio.spread();
        var middle = y + (BAR - 1) / 2.0;
        return rect(
                        LABELS,
                        y,
                        spread.median() * scale,
                        BAR - 1,
                        COLOURS.get(SideBySide.THREADS.indexOf(ratio.threads())))
                + line(
                        LABELS + spread.lower() * scale,
                        middle,
                        LABELS + spread.upper() * scale,
                        middle,
                        "stroke=\"#333\"")
                + text(
                        LABELS + spread.upper() * scale + 4,
                        y + BAR - 1,
                        "font-size=\"9\" fill=\"#333\"",
                        String.format(Locale.ROOT, "%.2f", spread.median()));
    }

    private static String rect(double x, double y, double width, double height, String colour) {
        return String.format(
                Locale.ROOT,
                "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"/>%n",
                x,
                y,
                width,
                height,
                colour);
    }

    private static String line(double x1, double y1, double x2, double y2, String style) {
        return String.format(Locale.ROOT, "<path d=\"M%.1f %.1fL%.1f %.1f\" %s/>%n", x1, y1, x2, y2, style);
    }

    private static String text(double x, double y, String style, String text) {
        return String.format(Locale.ROOT, "<text x=\"%.1f\" y=\"%.1f\" %s>%s</text>%n", x, y, style, text);
    }
}
