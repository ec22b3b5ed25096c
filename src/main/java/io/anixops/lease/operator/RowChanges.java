package io.anixops.lease.operator;

import io.anixops.lease.LeaseName;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Hints that a row has changed: ours is renewed to see whether it is still ours, others are looked at. */
record RowChanges(
        LeaseCache seen,
        Gate gate,
        Holdings holdings,
        Sightings sightings,
        Renewals renewals,
        Readings readings,
        Consumer<ResourceID> wake) {

    /** @param row empty when any may have changed */
    void hint(Optional<LeaseName> row) {
        var concerned = concernedBy(row).toList();
        gate.unlessStandby(() -> Each.of(concerned, readings::soon)); // of those that are read, and no others
        gate.ifMayWrite(() -> Each.of(concerned, this::lookAt));
    }

    private Stream<ResourceID> concernedBy(Optional<LeaseName> row) {
        return row.map(seen::claimants).orElseGet(() -> seen.all().map(ResourceID::fromResource));
    }

    private void lookAt(ResourceID resource) {
        if (holdings.of(resource).filter(holding -> !holding.isLost()).isPresent()) {
            renewals.soon(resource);
        } else if (sightings.of(resource).isEmpty()) { // else a reading that brings news wakes it
            wake.accept(resource);
        }
    }
}
