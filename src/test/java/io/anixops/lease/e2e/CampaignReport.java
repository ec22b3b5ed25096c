package io.anixops.lease.e2e;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What came of a campaign, in words and as a picture. */
record CampaignReport(
        CampaignPlan plan,
        Instant began,
        Instant ended,
        History history,
        List<LeaderWatch.Change> labels,
        List<String> violations,
        List<String> notDone) {

    boolean isClean() {
        return violations.isEmpty();
    }

    String text() {
        var terms = history.rows().stream()
                .map(row -> row.name() + " " + row.token())
                .distinct()
                .count();
        var text = new StringBuilder();
        text.append("seed %d, %d s, %d faults of %d kinds%n"
                .formatted(
                        plan.seed(),
                        plan.length().toSeconds(),
                        plan.injections().size(),
                        plan.injections().stream()
                                .map(CampaignPlan.Injection::fault)
                                .distinct()
                                .count()));
        byKind().forEach((fault, count) -> text.append("  %3d  %s%n".formatted(count, fault)));
        notDone.forEach(one -> text.append("  not done: %s%n".formatted(one)));
        text.append("leases %d, terms %d, versions of rows %d, of pods %d, of labels %d, told by processes %d%n"
                .formatted(
                        history.rows().stream().map(RowVersion::name).distinct().count(),
                        terms,
                        history.rows().size(),
                        history.pods().size(),
                        labelBars().size(),
                        history.happenings().size()));
        text.append("longest without a holder: %s%n".formatted(Measured.seconds(longestFree())));
        text.append("violations: %d%n".formatted(violations.size()));
        violations.forEach(one -> text.append("  %s%n".formatted(one)));
        return text.toString();
    }

    private Map<CampaignFault, Long> byKind() {
        return plan.injections().stream()
                .collect(Collectors.groupingBy(CampaignPlan.Injection::fault, TreeMap::new, Collectors.counting()));
    }

    /** Of any lease, between the end of one term and the beginning of the next. */
    private Duration longestFree() {
        Map<String, RowVersion> latest = new HashMap<>();
        Duration longest = Duration.ZERO;
        for (RowVersion row : history.rows()) {
            var before = latest.put(row.name(), row);
            if (before != null && !before.isSameTermAs(row)) {
                var free = Duration.between(before.expiresAt(), row.writtenAt());
                longest = free.compareTo(longest) > 0 ? free : longest;
            }
        }
        return longest;
    }

    String svg() {
        var timeline = new CampaignTimeline(millis(ended));
        termBars().forEach(bar -> timeline.add("row " + bar.lane, bar.from, bar.until, bar.what));
        labelBars().forEach(bar -> timeline.add("label " + bar.lane, bar.from, bar.until, bar.what));
        plan.injections()
                .forEach(one -> timeline.add(
                        "fault: " + one.place(),
                        one.fromMillis(),
                        one.untilMillis(),
                        one.fault().toString()));
        return timeline.svg();
    }

    private record Span(String lane, long from, long until, String what) {}

    private List<Span> termBars() {
        Map<String, Span> open = new TreeMap<>();
        for (RowVersion row : history.rows()) {
            open.merge(
                    row.name() + " " + row.token(),
                    new Span(row.name(), millis(row.writtenAt()), millis(row.expiresAt()), row.holder()),
                    (first, later) -> new Span(first.lane, first.from, later.until, first.what));
        }
        return List.copyOf(open.values());
    }

    private List<Span> labelBars() {
        List<Span> bars = new ArrayList<>();
        Map<String, LeaderWatch.Change> open = new TreeMap<>();
        for (var change : labels) {
            var key = change.lease() + change.pod();
            if (change.leads()) {
                open.put(key, change);
            } else if (open.containsKey(key)) {
                bars.add(labelBar(open.remove(key), change.at()));
            }
        }
        open.values().forEach(change -> bars.add(labelBar(change, ended)));
        return bars;
    }

    private Span labelBar(LeaderWatch.Change change, Instant until) {
        return new Span(
                change.lease(), millis(change.at()), millis(until), change.pod().name());
    }

    private long millis(Instant moment) {
        return Duration.between(began, moment).toMillis();
    }
}
