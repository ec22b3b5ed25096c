package io.anixops.lease.e2e;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Who led when, who was labelled, and which fault was on: one picture. */
final class CampaignTimeline {
    private static final int LEFT = 230;
    private static final int WIDTH = 1600;
    private static final int ROW = 16;

    private final long lengthMillis;
    private final List<Bar> bars = new ArrayList<>();
    private final List<String> lanes = new ArrayList<>();

    private record Bar(String lane, long from, long until, String what, String colour) {}

    CampaignTimeline(long lengthMillis) {
        this.lengthMillis = lengthMillis;
    }

    /** One bar; the same name has the same colour everywhere. */
    void add(String lane, long fromMillis, long untilMillis, String what) {
        if (!lanes.contains(lane)) {
            lanes.add(lane);
        }
        bars.add(new Bar(lane, Math.max(0, fromMillis), Math.min(lengthMillis, untilMillis), what, colourOf(what)));
    }

    String svg() {
        var svg = new StringBuilder();
        svg.append(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" font-family=\"sans-serif\" font-size=\"10\">%n"
                        .formatted(LEFT + WIDTH + 20, (lanes.size() + 2) * ROW));
        for (long at = 0; at <= lengthMillis; at += Math.max(10_000, lengthMillis / 20_000 * 1_000)) {
            svg.append("<text x=\"%d\" y=\"12\">%d s</text>%n".formatted(x(at), at / 1_000));
        }
        for (int i = 0; i < lanes.size(); i++) {
            svg.append("<text x=\"4\" y=\"%d\">%s</text>%n".formatted(y(i) + 11, escaped(lanes.get(i))));
        }
        for (Bar bar : bars) {
            svg.append(
                    "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\"><title>%s, %d to %d ms</title></rect>%n"
                            .formatted(
                                    x(bar.from),
                                    y(lanes.indexOf(bar.lane)),
                                    Math.max(1, x(bar.until) - x(bar.from)),
                                    ROW - 3,
                                    bar.colour,
                                    escaped(bar.what),
                                    bar.from,
                                    bar.until));
        }
        return svg.append("</svg>\n").toString();
    }

    private int x(long millis) {
        return LEFT + (int) (millis * WIDTH / lengthMillis);
    }

    private static int y(int lane) {
        return ROW + lane * ROW;
    }

    private static String colourOf(String what) {
        return String.format(Locale.ROOT, "hsl(%d, 60%%, 60%%)", Math.floorMod(what.hashCode() * 47, 360));
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
