package io.anixops.lease.operator;

import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;

/** The series of single leases for one scrape. */
final class LeaseScrape {
    private final GaugeSnapshot.Builder leads = described(GaugeSnapshot.builder(), Metric.LEADER);
    private final GaugeSnapshot.Builder labelled = described(GaugeSnapshot.builder(), Metric.LABELLED_PODS);
    private final CounterSnapshot.Builder transitions = described(CounterSnapshot.builder(), Metric.TRANSITIONS);
    private final CounterSnapshot.Builder leaderless = described(CounterSnapshot.builder(), Metric.LEADERLESS);

    void add(String row, boolean isLed, long labelledPods, LeaseSeries counted, long now) {
        var lease = Labels.of("lease", row);
        leads.dataPoint(new GaugeDataPointSnapshot(isLed ? 1 : 0, lease, null));
        labelled.dataPoint(new GaugeDataPointSnapshot(labelledPods, lease, null));
        transitions.dataPoint(new CounterDataPointSnapshot(counted.transitions(), lease, null, 0));
        leaderless.dataPoint(new CounterDataPointSnapshot(counted.leaderlessSeconds(now), lease, null, 0));
    }

    MetricSnapshots snapshots() {
        return MetricSnapshots.of(leads.build(), labelled.build(), transitions.build(), leaderless.build());
    }

    private static <B extends MetricSnapshot.Builder<B>> B described(B builder, Metric metric) {
        return builder.name(metric.prometheusName()).help(metric.description());
    }
}
