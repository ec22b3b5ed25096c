package io.anixops.lease.bench;

import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** The middle of many values, and the quartiles around it. */
record Spread(double lower, double median, double upper, int count) {
    static Spread of(List<Double> values) {
        var sorted = values.stream().sorted().toList();
        return sorted.isEmpty()
                ? new Spread(Double.NaN, Double.NaN, Double.NaN, 0)
                : new Spread(at(sorted, 0.25), at(sorted, 0.5), at(sorted, 0.75), sorted.size());
    }

    /** Of the ratios of each cycle: what disturbs a whole cycle falls out. */
    static Spread ofRatios(List<Double> ours, List<Double> theirs) {
        return of(IntStream.range(0, ours.size())
                .mapToObj(i -> ours.get(i) / theirs.get(i))
                .toList());
    }

    private static double at(List<Double> sorted, double share) {
        return sorted.get((int) Math.round(share * (sorted.size() - 1)));
    }

    String ratio() {
        return told("%.2f (%.2f to %.2f)");
    }

    String rate() {
        return told("%,.0f (%,.0f to %,.0f)");
    }

    private String told(String format) {
        return String.format(Locale.ROOT, format, median, lower, upper);
    }
}
