package io.anixops.lease.metrics;

import io.anixops.lease.Candidacy;
import io.anixops.lease.ElectionListener;
import io.anixops.lease.LeaseName;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Shows which leases this process competes for, and which it leads.
 *
 * <p>Given to {@code Electors.builder(store).listener(…)}. In Prometheus' notation:
 *
 * <ul>
 *   <li>{@code anixops_lease_leader{lease="…"}}: 1 while this process leads, 0 while it waits; there is no series for a
 *       lease that it does not compete for
 *   <li>{@code anixops_lease_attempt_failures_total}, {@code anixops_lease_renewal_failures_total}: requests to the
 *       store, each lease counted, that were not answered as they should
 *   <li>{@code anixops_lease_errors_total}: what was thrown that must not be, and was survived
 * </ul>
 */
public final class LeaseMetrics implements ElectionListener {
    /** The gauge's name in Prometheus' notation. */
    public static final String LEADER = "anixops_lease_leader";

    private final MeterRegistry registry;
    private final Map<LeaseName, LeaderGauge> gauges = new ConcurrentHashMap<>();
    private final Counter attemptFailures;
    private final Counter renewalFailures;
    private final Counter errors;

    public LeaseMetrics(MeterRegistry registry) {
        this.registry = registry;
        attemptFailures = counter("attempt.failures", "Attempts to get a lease that the store did not answer");
        renewalFailures = counter("renewal.failures", "Renewals of a lease that were not confirmed");
        errors = counter("errors", "Errors that were survived: of the store, a callback, a listener");
    }

    private Counter counter(String name, String description) {
        return Counter.builder("anixops.lease." + name).description(description).register(registry);
    }

    @Override
    public void joined(Candidacy candidacy) {
        gauges.compute(
                candidacy.name(),
                (name, gauge) -> (gauge == null ? LeaderGauge.of(name, registry) : gauge).with(candidacy));
    }

    @Override
    public void left(Candidacy candidacy) {
        gauges.computeIfPresent(candidacy.name(), (name, gauge) -> gauge.without(candidacy));
    }

    @Override
    public void attemptFailed(LeaseName lease) {
        attemptFailures.increment();
    }

    @Override
    public void renewalFailed(LeaseName lease) {
        renewalFailures.increment();
    }

    @Override
    public void errorSurvived(Throwable error) {
        errors.increment();
    }
}
