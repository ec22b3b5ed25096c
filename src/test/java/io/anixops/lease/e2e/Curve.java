package io.anixops.lease.e2e;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** One series of an answer; samples that are no number are left out. */
record Curve(String name, List<Sample> samples) {

    record Sample(double seconds, double value) {}

    static Curve of(String name, JsonNode values) {
        var samples = new ArrayList<Sample>();
        for (var one : values) {
            var value = Double.parseDouble(one.path(1).asText().replace("+Inf", "Infinity"));
            if (Double.isFinite(value)) {
                samples.add(new Sample(one.path(0).asDouble(), value));
            }
        }
        return new Curve(name, samples);
    }

    double last() {
        return samples.isEmpty() ? Double.NaN : samples.get(samples.size() - 1).value();
    }

    double highest() {
        return samples.stream().mapToDouble(Sample::value).max().orElse(0);
    }
}
