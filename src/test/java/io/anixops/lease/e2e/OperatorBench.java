package io.anixops.lease.e2e;

import static java.util.stream.Collectors.joining;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** The operator's footprint, and how it grows with what it looks after: {@code bench/operator} runs it. */
public final class OperatorBench {
    private static final int STARTS = 5;

    private OperatorBench() {}

    /** The only argument is how many leases, with commas. */
    public static void main(String[] args) {
        var sizes = Arrays.stream(args[0].split(",", -1)).map(Integer::parseInt).toList();
        try (ControlPlane plane = ControlPlane.builder().audited().start()) {
            var place = BenchedOperator.Place.on(plane);
            place.start().close(); // it makes the schema
            System.out.println(versions(plane));
            System.out.println(table(List.of("start", "ready after", "processor time until then"), starts(place)));
            System.out.println(idle(place));
            var columns = new LinkedHashMap<Integer, Map<String, String>>();
            sizes.forEach(size -> columns.put(size, new SizeBench(place, size).run()));
            System.out.println(growth(columns));
        }
        System.exit(0); // the shared PostgreSQL ends with the JVM
    }

    private static List<List<String>> starts(BenchedOperator.Place place) {
        return List.of(start("with the class archive", place::start), start("without it", place::startWithoutArchive));
    }

    private static List<String> start(String how, Supplier<BenchedOperator> start) {
        List<Duration> ready = new ArrayList<>();
        List<Duration> processor = new ArrayList<>();
        for (int i = 0; i < STARTS; i++) {
            try (var operator = start.get()) {
                ready.add(operator.untilReady());
                processor.add(operator.whenReady().processor());
            }
        }
        return List.of(how, spread(ready), spread(processor));
    }

    private static String spread(List<Duration> times) {
        var sorted = Percentiles.of(times);
        return "%s (%s to %s)"
                .formatted(
                        Measured.seconds(sorted.at(50)),
                        Measured.seconds(sorted.at(1)),
                        Measured.seconds(sorted.at(100)));
    }

    private static String idle(BenchedOperator.Place place) {
        try (var operator = place.start()) {
            var before = operator.usage().processor();
            Steady.pass(BenchedOperator.QUIET);
            var now = operator.usage();
            return "Idle, without a lease: RSS %s; processor time of %d s: %s%n"
                    .formatted(
                            now.resident(),
                            BenchedOperator.QUIET.toSeconds(),
                            Measured.seconds(now.processor().minus(before)));
        }
    }

    private static String growth(Map<Integer, Map<String, String>> columns) {
        var rows = new LinkedHashSet<String>();
        columns.values().forEach(figures -> rows.addAll(figures.keySet()));
        List<String> head = new ArrayList<>(List.of("leases, each with three pods"));
        columns.keySet().forEach(size -> head.add(Integer.toString(size)));
        return table(
                head,
                rows.stream()
                        .map(row -> {
                            List<String> line = new ArrayList<>(List.of(row));
                            columns.values().forEach(figures -> line.add(figures.getOrDefault(row, "0")));
                            return line;
                        })
                        .toList());
    }

    private static String table(List<String> head, List<List<String>> rows) {
        var rule = head.stream().map(cell -> "---").toList();
        List<List<String>> all = new ArrayList<>(List.of(head, rule));
        all.addAll(rows);
        return all.stream()
                .map(cells -> "| " + String.join(" | ", cells) + " |\n")
                .collect(joining());
    }

    private static String versions(ControlPlane plane) {
        return "Java %s, Kubernetes %s%n"
                .formatted(
                        Runtime.version(), plane.client().getKubernetesVersion().getGitVersion());
    }
}
