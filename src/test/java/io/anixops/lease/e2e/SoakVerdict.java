package io.anixops.lease.e2e;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Whether something grew in a soak: the median of the last quarter of its samples against that of the first. A median, since a
 * fault makes many of some things for a while.
 */
record SoakVerdict(List<Line> lines) {
    private static final int FEWEST = 8;

    /** One measure, at the beginning and at the end. */
    record Line(SoakMeasure measure, long beginning, long end) {
        private static Line of(SoakMeasure measure, List<Map<SoakMeasure, Long>> samples) {
            var values = samples.stream().map(sample -> sample.get(measure)).toList();
            var quarter = values.size() / 4;
            return new Line(
                    measure,
                    median(values.subList(0, quarter)),
                    median(values.subList(values.size() - quarter, values.size())));
        }

        private static long median(List<Long> values) {
            return values.stream().sorted().toList().get(values.size() / 2);
        }

        boolean grew() {
            return end > measure.boundAfter(beginning);
        }

        @Override
        public String toString() {
            return "| %s | %d | %d | %d | %s |%n"
                    .formatted(measure, beginning, end, measure.boundAfter(beginning), grew() ? "GREW" : "holds");
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

    @Override
    public String toString() {
        return lines.stream()
                .map(Line::toString)
                .collect(Collectors.joining(
                        "",
                        "| | first quarter | last quarter | at most | |%n| --- | --- | --- | --- | --- |%n".formatted(),
                        ""));
    }
}
