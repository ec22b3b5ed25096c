package io.anixops.lease.e2e;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The samples of a soak as lines of text, and back again: a run that is over can be judged anew. */
final class SoakSamples {
    private SoakSamples() {}

    static String line(Map<SoakMeasure, Long> sample) {
        return sample.toString();
    }

    /** Of the lines that hold a whole sample, whatever stands before it. */
    static List<Map<SoakMeasure, Long>> read(String text) {
        return text.lines()
                .filter(line -> line.contains("{") && line.endsWith("}"))
                .map(SoakSamples::sample)
                .toList();
    }

    private static Map<SoakMeasure, Long> sample(String line) {
        Map<SoakMeasure, Long> sample = new EnumMap<>(SoakMeasure.class);
        for (var measure : SoakMeasure.values()) {
            var value = line.substring(
                    line.indexOf(measure + "=") + measure.toString().length() + 1);
            sample.put(measure, Long.parseLong(value.replaceFirst("[,}].*", "")));
        }
        return sample;
    }
}
