package io.anixops.lease.metrics;

import io.anixops.lease.Candidacy;
import io.anixops.lease.LeaseName;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** The series of one lease; of several candidacies of a process, any may lead. */
final class LeaderGauge {
    private final List<Candidacy> candidacies = new CopyOnWriteArrayList<>();
    private final MeterRegistry registry;
    private final Gauge gauge;

    private LeaderGauge(LeaseName name, MeterRegistry registry) {
        this.registry = registry;
        gauge = Gauge.builder("anixops.lease.leader", this::value)
                .description("1 while this process leads the lease, 0 while it waits for it")
                .tag("lease", name.value())
                .register(registry);
    }

    static LeaderGauge of(LeaseName name, MeterRegistry registry) {
        return new LeaderGauge(name, registry);
    }

    LeaderGauge with(Candidacy candidacy) {
        candidacies.add(candidacy);
        return this;
    }

    /** Removes the series with the last candidacy. */
    @Nullable
    LeaderGauge without(Candidacy candidacy) {
        candidacies.remove(candidacy);
        if (!candidacies.isEmpty()) {
            return this;
        }
        registry.remove(gauge);
        return null;
    }

    private int value() {
        return candidacies.stream().anyMatch(Candidacy::isLeading) ? 1 : 0;
    }
}
