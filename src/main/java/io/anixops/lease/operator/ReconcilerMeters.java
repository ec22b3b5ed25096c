package io.anixops.lease.operator;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.api.monitoring.Metrics;
import io.javaoperatorsdk.operator.api.reconciler.RetryInfo;
import io.micrometer.core.instrument.Timer;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** What is measured of passes; nothing of it grows with the number of resources. */
final class ReconcilerMeters implements Metrics {
    private final Timer succeeded;
    private final Timer failed;
    private final AtomicInteger queued = new AtomicInteger();
    private final AtomicInteger running = new AtomicInteger();
    private final LongSupplier nanos;
    private final Consumer<HasMetadata> handedOver;

    /** @param handedOver hears of the resource of each pass right before the pass is handed to a thread */
    ReconcilerMeters(Meters meters, LongSupplier nanos, Consumer<HasMetadata> handedOver) {
        this.nanos = nanos;
        this.handedOver = handedOver;
        succeeded = meters.timer(Metric.RECONCILIATIONS, "success");
        failed = meters.timer(Metric.RECONCILIATIONS, "failure");
        meters.gauge(Metric.RECONCILIATIONS_QUEUED, queued::get);
        meters.gauge(Metric.RECONCILIATIONS_RUNNING, running::get);
    }

    @Override
    public void reconcileCustomResource(HasMetadata resource, @Nullable RetryInfo retry, Map<String, Object> metadata) {
        queued.incrementAndGet();
        handedOver.accept(resource);
    }

    @Override
    public void reconciliationExecutionStarted(HasMetadata resource, Map<String, Object> metadata) {
        queued.decrementAndGet();
        running.incrementAndGet();
    }

    @Override
    public void reconciliationExecutionFinished(HasMetadata resource, Map<String, Object> metadata) {
        running.decrementAndGet();
    }

    @Override
    @SuppressWarnings("IdentifierName")
    public <T> T timeControllerExecution(ControllerExecution<T> execution) throws Exception {
        var from = nanos.getAsLong();
        var timer = failed;
        try {
            var result = execution.execute();
            timer = succeeded;
            return result;
        } finally {
            timer.record(nanos.getAsLong() - from, TimeUnit.NANOSECONDS);
        }
    }
}
