package io.anixops.lease.operator;

import io.anixops.lease.operator.api.DatabaseLease;
import io.anixops.lease.operator.decision.HolderMatch;
import io.anixops.lease.operator.decision.Outcome;
import io.anixops.lease.operator.decision.PodsDecision;
import io.anixops.lease.operator.decision.PodsObservation;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import java.util.Optional;
import java.util.function.LongSupplier;

/** Observe and judge, for a lease that pods hold themselves: from one resource to what was last read for it. */
final class Mirror {
    private final Sightings sightings;
    private final LeaseCache cache;
    private final Rivals rivals;
    private final OperatorOptions options;
    private final LongSupplier nanos;

    Mirror(Sightings sightings, LeaseCache cache, OperatorOptions options, LongSupplier nanos) {
        this.sightings = sightings;
        this.cache = cache;
        this.rivals = new Rivals(cache);
        this.options = options;
        this.nanos = nanos;
    }

    /** Empty before the row was read for the first time, which brings the next pass. */
    Optional<Outcome> look(DatabaseLease resource, LeaseRow.Named row) {
        var rival = rivals.over(resource, row);
        if (rival.isPresent()) {
            sightings.forget(ResourceID.fromResource(resource));
            return Optional.of(rival.get());
        }
        return Optional.of(sightings.watch(resource, row, nanos.getAsLong()))
                .filter(Sighting::wasAsked)
                .map(seen -> PodsDecision.judge(observation(resource, seen)));
    }

    private PodsObservation observation(DatabaseLease resource, Sighting seen) {
        return new PodsObservation(
                resource.getSpec().suspend(),
                cache.candidates(resource),
                seen.row(),
                seen.isTrustedAt(nanos.getAsLong()),
                new HolderMatch(
                        resource.getMetadata().getNamespace(), options.cluster(), options.matchesHoldersWithoutInfo()),
                seen.silence());
    }
}
