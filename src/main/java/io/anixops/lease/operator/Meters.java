package io.anixops.lease.operator;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.registry.MultiCollector;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** The operator's meters in a registry that others use too; all of them go with it. */
final class Meters implements AutoCloseable {
    private static final Duration[] BUCKETS = IntStream.of(5, 20, 100, 500, 2_000, 10_000)
            .mapToObj(Duration::ofMillis)
            .toArray(Duration[]::new);

    private final MeterRegistry registry;
    private final Set<Meter> registered = ConcurrentHashMap.newKeySet();
    private final Set<MultiCollector> collectors = ConcurrentHashMap.newKeySet();

    Meters(MeterRegistry registry) {
        this.registry = registry;
    }

    /** A gauge that is asked when somebody looks. */
    Gauge gauge(Metric metric, Supplier<Number> value, String... tagValues) {
        return own(Gauge.builder(metric.meterName(), value)
                .description(metric.description())
                .tags(tags(metric, tagValues))
                .register(registry));
    }

    Counter counter(Metric metric, String... tagValues) {
        return own(Counter.builder(metric.meterName())
                .description(metric.description())
                .tags(tags(metric, tagValues))
                .register(registry));
    }

    /** A counter that somebody else counts, who must be kept as long as it. */
    <T> FunctionCounter counter(Metric metric, T counting, ToDoubleFunction<T> count, String... tagValues) {
        return own(FunctionCounter.builder(metric.meterName(), counting, count)
                .description(metric.description())
                .tags(tags(metric, tagValues))
                .register(registry));
    }

    Timer timer(Metric metric, String... tagValues) {
        return own(Timer.builder(metric.meterName())
                .description(metric.description())
                .tags(tags(metric, tagValues))
                .serviceLevelObjectives(BUCKETS)
                .register(registry));
    }

    DistributionSummary summary(Metric metric) {
        return own(DistributionSummary.builder(metric.meterName())
                .description(metric.description())
                .register(registry));
    }

    /**
     * Series that are made when Prometheus asks, and kept by nobody between: where they are tens of thousands, a meter for
     * each would be a fifth of the heap. Another registry shows none of them.
     */
    void collect(MultiCollector collector) {
        if (registry instanceof PrometheusMeterRegistry prometheus) {
            prometheus.getPrometheusRegistry().register(collector);
            collectors.add(collector);
        }
    }

    @Override
    public void close() {
        registered.forEach(registry::remove);
        registered.clear();
        if (registry instanceof PrometheusMeterRegistry prometheus) {
            collectors.forEach(prometheus.getPrometheusRegistry()::unregister);
        }
        collectors.clear();
    }

    private <M extends Meter> M own(M meter) {
        registered.add(meter);
        return meter;
    }

    private static Tags tags(Metric metric, String... values) {
        var keys = metric.tags();
        if (keys.size() != values.length) {
            throw new IllegalArgumentException(
                    "%s has the tags %s, and got %d values".formatted(metric, keys, values.length));
        }
        return IntStream.range(0, values.length)
                .mapToObj(i -> Tags.of(keys.get(i), values[i]))
                .reduce(Tags.empty(), Tags::and);
    }
}
