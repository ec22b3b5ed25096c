package io.anixops.lease.operator;

import io.anixops.lease.LeaseStore;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/** The operator as one thing to start and stop; it reads no setting and no clock by itself. */
public final class LeaseOperator implements AutoCloseable {

    public LeaseOperator(
            KubernetesClient client,
            LeaseStore store,
            OperatorOptions options,
            MeterRegistry metrics,
            InstantSource clock,
            LongSupplier nanos) {}

    /**
     * Starts to work, and returns when the caches are filled.
     *
     * @throws RuntimeException when the API server refuses what the operator needs: the CRD or a right is missing
     */
    public void start() {}

    /** Whether it can work: caches filled and alive. The database has no part in it. */
    public boolean isReady() {
        return true;
    }

    /** Whether its own threads move; not alive means that only a new process can help. */
    public boolean isAlive() {
        return true;
    }

    /** Takes no more work, finishes the label writes that have begun, and keeps the leases for the next process. */
    @Override
    public void close() {}
}
