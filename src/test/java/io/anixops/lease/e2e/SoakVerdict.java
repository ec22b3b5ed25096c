package io.anixops.lease.e2e;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Whether something grew in a soak: the lower quartile of the samples of its last quarter against that of the first. A fault
 * makes many of some things for a while, and how many of the samples meet that is chance; what leaks is there in calm too. The
 * medians are shown beside it.
 */
record SoakVerdict(List<Line> lines) {
    private static final int FEWEST = 8;
    private static final String HEAD = """
            | | median of first quarter | of last | in calm, first | last | at most | |
            | --- | --- | --- | --- | --- | --- | --- |
            """;

    /** So many of something in calm, and half of the time at least. */
    record Level(long calm, long median) {
        private static Level of(List<Long> values) {
            var sorted = values.stream().sorted().toList();
            return new Level(sorted.get(sorted.size() / 4), sorted.get(sorted.size() / 2));
        }
    }

    /** One measure, at the beginning and at the end. */
    record Line(SoakMeasure measure, Level beginning, Level end) {
        private static Line of(SoakMeasure measure, List<Map<SoakMeasure, Long>> samples) {
            var values = samples.stream().map(sample -> sample.get(measure)).toList();
            var quarter = values.size() / 4;
            return new Line(
                    measure,
                    Level.of(values.subList(0, quarter)),
                    Level.of(values.subList(values.size() - quarter, values.size())));
        }

        private long bound() {
            return measure.boundAfter(beginning.calm());
        }

        boolean grew() {
            return end.calm() > bound();
        }

        @Override
        public String toString() {
            return "| %s | %d | %d | %d | %d | %d | %s |%n"
                    .formatted(
                            measure,
                            beginning.median(),
                            end.median(),
                            beginning.calm(),
                            end.calm(),
                            bound(),
                            grew() ? "GREW" : "holds");
        }
    }

    static SoakVerdict of(List<Map<SoakMeasure, Long>> samples) {
        if (samples.size() < FEWEST) {
            throw new IllegalArgumentException("%d samples are too few to tell".formatted(samples.size()));
        }
        return new SoakVerdict(Stream.of(SoakMeasure.values())
                .map(measure -> Line.of(measure, samples))
                .toList());
    }

    List<SoakMeasure> grown() {
        return lines.stream().filter(Line::grew).map(Line::measure).toList();
    }

    String result() {
        return grown().isEmpty() ? "RESULT nothing grew\n" : "RESULT grew: %s%n".formatted(grown());
    }

    @Override
    public String toString() {
        return HEAD + lines.stream().map(Line::toString).collect(Collectors.joining());
    }
}
