package io.anixops.lease.e2e;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Lines over time, with the highest value on the axis and a legend of those that matter most. */
record Chart(int width, int height, String unit, Span span, List<Curve> curves) {
    private static final List<String> COLOURS =
            List.of("#1f78b4", "#e0752d", "#33a02c", "#bf1b00", "#6a3d9a", "#b15928", "#00818a", "#c15c9a");
    private static final int LEFT = 52;
    private static final int TOP = 28;
    private static final int BELOW = 34;
    private static final double LETTER = 5.6;

    /** The time that is drawn, in seconds, and how far one sample is from the next. */
    record Span(double from, double to, double step) {}

    String svg() {
        var shown = curves.stream()
                .filter(curve -> !curve.samples().isEmpty())
                .sorted(Comparator.comparingDouble(Curve::highest).reversed().thenComparing(Curve::name))
                .limit(COLOURS.size())
                .toList();
        var top = shown.stream().mapToDouble(Curve::highest).max().orElse(0);
        var most = top > 0 ? top : 1;
        var lines = new ArrayList<String>();
        lines.add("<path d=\"M%d %dV%dH%d\" fill=\"none\" stroke=\"#999\"/>"
                .formatted(LEFT, TOP, height - BELOW, width - 8));
        lines.add(DashboardPicture.text(4, TOP + 8, 10, "normal", shown(most, unit)));
        lines.add(DashboardPicture.text(4, height - BELOW, 10, "normal", "0"));
        for (int i = 0; i < shown.size(); i++) {
            lines.add(line(shown.get(i), COLOURS.get(i), most));
        }
        lines.add(legend(shown));
        return String.join("\n", lines);
    }

    /** Broken where samples are missing. */
    private String line(Curve curve, String colour, double most) {
        var path = new StringBuilder();
        var before = Double.NEGATIVE_INFINITY;
        for (var sample : curve.samples()) {
            path.append(sample.seconds() - before > 1.5 * span.step() ? "M" : "L")
                    .append("%s %s".formatted(rounded(x(sample)), rounded(y(sample, most))));
            before = sample.seconds();
        }
        return "<path d=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"1.5\" stroke-linecap=\"round\"/>"
                .formatted(path, colour);
    }

    private double x(Curve.Sample sample) {
        return LEFT + (sample.seconds() - span.from()) / (span.to() - span.from()) * (width - 8 - LEFT);
    }

    private double y(Curve.Sample sample, double most) {
        return height - BELOW - sample.value() / most * (height - BELOW - TOP);
    }

    private String legend(List<Curve> shown) {
        var names = new StringBuilder();
        var left = (int) ((width - 16) / LETTER);
        for (int i = 0; i < shown.size(); i++) {
            left -= shown.get(i).name().length() + 2;
            if (left > 0) {
                names.append("<tspan fill=\"%s\">%s  </tspan>"
                        .formatted(
                                COLOURS.get(i),
                                DashboardPicture.escaped(shown.get(i).name())));
            }
        }
        return "<text x=\"8\" y=\"%d\" font-size=\"10\" xml:space=\"preserve\">%s</text>".formatted(height - 10, names);
    }

    /** As people read it, in its unit. */
    static String shown(double value, String unit) {
        return switch (unit) {
            case "percentunit" -> number(value * 100) + " %";
            case "s" -> value < 1 ? number(value * 1_000) + " ms" : number(value) + " s";
            case "ops" -> number(value) + "/s";
            case "bytes" -> number(value / (1 << 20)) + " MiB";
            default -> number(value);
        };
    }

    private static String number(double value) {
        return Double.isNaN(value)
                ? "none"
                : new BigDecimal(value)
                        .round(new MathContext(3))
                        .stripTrailingZeros()
                        .toPlainString();
    }

    static String rounded(double value) {
        var text = "%.1f".formatted(value);
        return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
    }
}
