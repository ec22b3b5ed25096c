package io.anixops.lease.e2e;

import io.anixops.lease.house.PromQuery;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** What is at /metrics: series, their labels and the values of those. */
final class Scrape {
    private static final Pattern LINE = Pattern.compile("(?m)^([a-zA-Z_:][\\w:]*)(?:\\{(.*)})? \\S+$");
    private static final Pattern LABEL = Pattern.compile("(\\w+)=\"((?:[^\"\\\\]|\\\\.)*)\"");

    /** Labels that Prometheus itself gives to what it scrapes. */
    private static final Set<String> OF_THE_TARGET = Set.of("cluster", "namespace", "job", "instance");

    private final Map<String, Map<String, Set<String>>> series = new HashMap<>();

    Scrape(String text) {
        LINE.matcher(text).results().forEach(line -> {
            var labels = series.computeIfAbsent(line.group(1), name -> new HashMap<>());
            if (line.group(2) != null) {
                LABEL.matcher(line.group(2))
                        .results()
                        .forEach(label -> labels.computeIfAbsent(label.group(1), name -> new HashSet<>())
                                .add(label.group(2)));
            }
        });
    }

    /** What a query asks for and is not here, as sentences. */
    List<String> missingOf(PromQuery query) {
        var missing = new ArrayList<String>();
        var grouped = new TreeSet<>(query.groupedBy());
        grouped.removeAll(OF_THE_TARGET);
        for (var selector : query.selectors()) {
            var labels = series.get(selector.series());
            if (labels == null) {
                missing.add("no series " + selector.series());
                continue;
            }
            grouped.removeAll(labels.keySet());
            selector.matchers().stream()
                    .filter(matcher -> !OF_THE_TARGET.contains(matcher.label()))
                    .filter(matcher ->
                            !labels.getOrDefault(matcher.label(), Set.of()).containsAll(matcher.values())
                                    || !labels.containsKey(matcher.label()))
                    .forEach(matcher -> missing.add("%s has no label %s with each of %s"
                            .formatted(selector.series(), matcher.label(), matcher.values())));
        }
        grouped.forEach(label -> missing.add("no series asked for has the label " + label));
        return missing;
    }
}
