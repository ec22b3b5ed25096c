package io.anixops.lease.e2e;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/** What one operator needs for so many leases, and how soon it is done; each figure by the name of its row. */
final class SizeBench {
    private static final Duration STEADY = Duration.ofSeconds(20);
    private static final int SCRAPES = 5;

    private final BenchedOperator.Place place;
    private final int size;
    private final AuditLog log;
    private final Map<String, String> figures = new LinkedHashMap<>();

    SizeBench(BenchedOperator.Place place, int size) {
        this.place = place;
        this.size = size;
        this.log = AuditLog.of(place.plane());
    }

    Map<String, String> run() {
        try (var crowd = new Population(place.plane(), size)) {
            try (var operator = place.start()) {
                withoutPods(crowd, operator);
                crowd.makePods();
                fromAppliedToLabelled(crowd, operator);
                whileNothingHappens(operator);
                scrapes(operator, "with per-lease series");
            }
            new RestartBench(place, size, this::note).run(crowd);
            try (var operator = place.start("--per-lease-metrics=false")) {
                operator.awaitHoldings(size);
                Steady.pass(BenchedOperator.QUIET);
                note("RSS without per-lease series", operator.usage().resident());
                scrapes(operator, "without");
            }
        }
        return figures;
    }

    private void withoutPods(Population crowd, BenchedOperator operator) {
        crowd.makeLeases();
        awaitReason(operator, "NoCandidate", size);
        Steady.pass(BenchedOperator.QUIET);
        note("RSS with the leases alone", operator.usage().resident());
        crowd.deleteLeases();
        awaitReason(operator, "NoCandidate", 0);
    }

    private void fromAppliedToLabelled(Population crowd, BenchedOperator operator) {
        try (var watch = LeaderWatch.everywhere(place.plane().client())) {
            var before = operator.usage().processor();
            var from = Instant.now();
            var began = System.nanoTime();
            var sent = crowd.makeLeases();
            var queued = awaitLeaders(operator, watch);
            var times = watch.lastChanges().values().stream()
                    .map(change -> Duration.ofNanos(change.nanos() - sent.get(change.lease())))
                    .toList();
            var last = watch.lastChanges().values().stream()
                    .mapToLong(LeaderWatch.Change::nanos)
                    .max()
                    .orElseThrow();
            var spread = Percentiles.of(times);
            note("applied to labelled, p50", Measured.seconds(spread.at(50)));
            note("applied to labelled, p99", Measured.seconds(spread.at(99)));
            note("first applied to last labelled", Measured.seconds(Duration.ofNanos(last - began)));
            note("passes that waited at once, most seen", Long.toString(queued));
            Steady.pass(BenchedOperator.QUIET);
            note("processor time a lease", perLease(operator.usage().processor().minus(before)));
            log.requests(from, Instant.now()).forEach((kind, count) -> note("requests a lease: " + kind, ratio(count)));
        }
        note("RSS with leases and pods", operator.usage().resident());
        note("most RSS until then", operator.usage().mostResident());
    }

    private void whileNothingHappens(BenchedOperator operator) {
        var before = operator.usage().processor();
        var from = Instant.now();
        Steady.pass(STEADY);
        var used = operator.usage().processor().minus(before);
        note(
                "processor while nothing happens",
                String.format(Locale.ROOT, "%.1f %% of a core", 100.0 * used.toMillis() / STEADY.toMillis()));
        note("pod writes in that time", Long.toString(log.writes(from, Instant.now(), "pods")));
    }

    private void scrapes(BenchedOperator operator, String which) {
        List<Duration> times = new ArrayList<>();
        IntStream.range(0, SCRAPES).forEach(i -> {
            var from = System.nanoTime();
            operator.scrape();
            times.add(Duration.ofNanos(System.nanoTime() - from));
        });
        var bytes = operator.scrape().getBytes(StandardCharsets.UTF_8).length;
        note(
                "scrape " + which,
                String.format(
                        Locale.ROOT,
                        "%.0f KB, %d ms",
                        bytes / 1000.0,
                        Percentiles.of(times).at(50).toMillis()));
    }

    /** Tells how many passes waited at once, as seen by looking now and then. */
    private long awaitLeaders(BenchedOperator operator, LeaderWatch watch) {
        var most = new long[1];
        var next = new long[] {System.nanoTime()};
        Eventually.until("each has a leader", BenchedOperator.PATIENCE, () -> {
            if (System.nanoTime() - next[0] > 0) {
                most[0] = Math.max(most[0], operator.sum("anixops_lease_reconciliations_queued"));
                next[0] = System.nanoTime() + Duration.ofSeconds(2).toNanos();
            }
            return watch.lastChanges().values().stream()
                            .filter(LeaderWatch.Change::leads)
                            .count()
                    == size;
        });
        return most[0];
    }

    private void awaitReason(BenchedOperator operator, String reason, int count) {
        Eventually.until(
                count + " say " + reason,
                BenchedOperator.PATIENCE,
                () -> operator.sum("anixops_lease_resources", "reason=\"" + reason + "\"") == count);
    }

    private void note(String row, String figure) {
        figures.put(row, figure);
        System.err.println(size + ": " + row + ": " + figure);
    }

    private String perLease(Duration time) {
        return String.format(Locale.ROOT, "%.1f ms", (double) time.toMillis() / size);
    }

    private String ratio(long count) {
        return String.format(Locale.ROOT, "%.2f", (double) count / size);
    }
}
