package io.anixops.lease.operator;

import static java.util.function.Function.identity;
import static java.util.stream.Collectors.toUnmodifiableMap;

import io.anixops.lease.LeaseStore;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.javaoperatorsdk.operator.api.monitoring.Metrics;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/** What the operator shows of itself as metrics. It measures by being asked or told, and decides nothing. */
final class OperatorMetrics implements PodWriteListener, AutoCloseable {
    private static final String DONE = "done";
    private static final String STALE = "stale";
    private static final String GONE = "gone";
    private static final String FAILED = "failed";

    private final Meters meters;
    private final LongSupplier nanos;
    private final Map<String, Counter> podWrites;
    private final Map<EventReason, Counter> events;
    private final Map<EventRecorder.Dropped, Counter> drops;

    OperatorMetrics(MeterRegistry registry, LongSupplier nanos) {
        this.meters = new Meters(registry);
        this.nanos = nanos;
        podWrites = Stream.of(DONE, STALE, GONE, FAILED)
                .collect(toUnmodifiableMap(identity(), result -> meters.counter(Metric.POD_WRITES, result)));
        events = Arrays.stream(EventReason.values())
                .collect(toUnmodifiableMap(identity(), reason -> meters.counter(Metric.EVENTS, reason.text())));
        drops = Arrays.stream(EventRecorder.Dropped.values())
                .collect(toUnmodifiableMap(
                        identity(),
                        cause -> meters.counter(
                                Metric.EVENTS_DROPPED, cause.name().toLowerCase(Locale.ROOT))));
    }

    LeaseStore measured(LeaseStore store) {
        return new MeasuredLeaseStore(store, meters, nanos);
    }

    /** @param handedOver hears of the resource of each pass right before the pass is handed to a thread */
    Metrics reconciler(Consumer<HasMetadata> handedOver) {
        return new ReconcilerMeters(meters, nanos, handedOver);
    }

    /** Gauges of what the operator holds and sees. */
    void watch(Holdings holdings, Census census) {
        meters.gauge(Metric.HOLDINGS, holdings::size);
        Census.readiness()
                .forEach((reason, ready) ->
                        meters.gauge(Metric.RESOURCES, () -> census.now().of(reason), ready, reason));
        Census.OF_DATABASE.forEach(reason ->
                meters.gauge(Metric.WITHOUT_DATABASE, () -> census.now().withoutDatabase(reason), reason));
        for (var what : Astray.values()) {
            meters.gauge(Metric.LABELS_ASTRAY, () -> census.now().astray(what), what.text());
        }
    }

    /** Gauges of what this replica may do, and of what it cannot. */
    void watch(Gate gate, ExpiryBudget budget) {
        meters.gauge(Metric.ACTIVE, () -> gate.mayWrite() ? 1 : 0);
        meters.gauge(Metric.EXPIRY_LEFT_OUT, () -> gate.mayWrite() ? budget.leftOut() : 0);
    }

    /** Counts what the renewals tell of. */
    Runnable lateRenewals() {
        return meters.counter(Metric.RENEWALS_LATE)::increment;
    }

    void watch(String name, Loop loop) {
        meters.counter(Metric.LOOP_FAILURES, loop, Loop::failures, name);
    }

    void watch(String name, Bystanders bystanders) {
        meters.counter(Metric.LOOP_FAILURES, bystanders, Bystanders::failures, name);
    }

    LeaseMeters perLease(Holdings holdings, LeaseCache cache) {
        var series = new LeaseMeters(cache, holdings, nanos);
        meters.collect(series::collect);
        return series;
    }

    void told(EventNote note) {
        Objects.requireNonNull(events.get(note.reason())).increment();
    }

    void dropped(EventRecorder.Dropped cause) {
        Objects.requireNonNull(drops.get(cause)).increment();
    }

    @Override
    public void wrote(Pod read, KeyChange change, PodAccess.Written written) {
        count(
                written instanceof PodAccess.Written.Done
                        ? DONE
                        : written instanceof PodAccess.Written.Stale ? STALE : GONE);
    }

    @Override
    public void failed() {
        count(FAILED);
    }

    private void count(String result) {
        Objects.requireNonNull(podWrites.get(result)).increment();
    }

    /** No series stays behind: the next operator in this process has its own. */
    @Override
    public void close() {
        meters.close();
    }
}
