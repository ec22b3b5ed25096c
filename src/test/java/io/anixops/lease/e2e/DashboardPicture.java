package io.anixops.lease.e2e;

import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.databind.JsonNode;
import io.anixops.lease.house.Dashboard;
import io.anixops.lease.house.Dashboard.Panel;
import io.anixops.lease.house.Dashboard.Query;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** The dashboard drawn as an SVG, panel by panel, from what its queries were answered: what Grafana would show, plainly. */
record DashboardPicture(String svg) {
    private static final int COLUMN = 50;
    private static final int ROW = 30;
    private static final int GAP = 6;
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{\\{\\s*(\\w+)\\s*}}");

    /** @param ask answers a query as the API does: a list of series, each with labels and samples */
    static DashboardPicture of(Dashboard dashboard, Chart.Span span, Function<Query, JsonNode> ask) {
        var bottom = dashboard.panels().stream()
                .mapToInt(panel -> panel.place().y() + panel.place().height())
                .max()
                .orElse(0);
        var drawn = dashboard.panels().stream()
                .map(panel -> panel(panel, span, curves(panel, ask)))
                .collect(joining("\n"));
        return new DashboardPicture("""
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %1$d %2$d" font-family="sans-serif" font-size="11">
                <rect width="%1$d" height="%2$d" fill="#f4f5f5"/>
                %3$s
                </svg>
                """.formatted(24 * COLUMN, bottom * ROW, drawn));
    }

    void writeTo(Path file) {
        Folders.write(file, svg);
    }

    private static List<Curve> curves(Panel panel, Function<Query, JsonNode> ask) {
        var curves = new ArrayList<Curve>();
        for (var query : panel.queries()) {
            for (var series : ask.apply(query)) {
                curves.add(Curve.of(legend(query.legend(), series.path("metric")), series.path("values")));
            }
        }
        return curves;
    }

    private static String legend(String format, JsonNode labels) {
        return PLACEHOLDER
                .matcher(format)
                .replaceAll((MatchResult found) -> labels.path(found.group(1))
                        .asText()
                        .replaceFirst("^127\\.0\\.0\\.1:.*", "replica") // a port that was free says nothing
                        .replaceFirst("^watched-[^/]*/", "control/"));
    }

    private static String panel(Panel panel, Chart.Span span, List<Curve> curves) {
        var place = panel.place();
        var width = place.width() * COLUMN - GAP;
        var height = place.height() * ROW - GAP;
        var inside = panel.isRow()
                ? text(4, 18, 13, "bold", panel.title())
                : "<rect width=\"%d\" height=\"%d\" fill=\"#fff\" stroke=\"#d8d9da\"/>\n".formatted(width, height)
                        + text(8, 16, 12, "bold", panel.title()) + "\n"
                        + (panel.type().equals("stat")
                                ? number(curves, height)
                                : new Chart(width, height, panel.unit(), span, curves).svg());
        return "<g transform=\"translate(%d %d)\">\n%s\n</g>"
                .formatted(place.x() * COLUMN + GAP / 2, place.y() * ROW + GAP / 2, inside);
    }

    private static String number(List<Curve> curves, int height) {
        var value = curves.isEmpty() ? "none" : Chart.shown(curves.get(0).last(), "none");
        return text(8, height / 2 + 28, 34, "normal", value);
    }

    static String text(double x, double y, int size, String weight, String text) {
        return "<text x=\"%s\" y=\"%s\" font-size=\"%d\" font-weight=\"%s\">%s</text>"
                .formatted(Chart.rounded(x), Chart.rounded(y), size, weight, escaped(text));
    }

    static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
