package io.anixops.lease.operator;

import io.anixops.lease.Lease;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;

/** All terms, those that this process renews and those that pods renew themselves; a resource has but one of them. */
record Terms(Holdings holdings, Sightings sightings) implements TermBook {

    /** A row as last read, of a term that goes on. */
    record Running(ResourceID resource, Lease row, Duration ttl) {}

    Stream<Running> running() {
        return Stream.concat(
                holdings.all().stream().map(held -> new Running(held.resource(), held.row(), held.ttl())),
                sightings.all().stream()
                        .flatMap(seen ->
                                seen.runningRow().stream().map(row -> new Running(seen.resource(), row, seen.ttl()))));
    }

    /** Another process works on them now, or nobody shall. */
    void endAll() {
        holdings.endAll();
        sightings.forgetAll();
    }

    @Override
    public Optional<LabelledTerm> labelled(ResourceID resource) {
        return holdings.labelled(resource).or(() -> sightings.labelled(resource));
    }

    @Override
    public Stream<LabelledTerm> labelled() {
        return Stream.concat(holdings.labelled(), sightings.labelled());
    }

    @Override
    public boolean trusts(ResourceID resource, LabelTarget target, long now) {
        return holdings.trusts(resource, target, now) || sightings.trusts(resource, target, now);
    }

    @Override
    public void placed(ResourceID resource, LabelTarget target) {
        holdings.placed(resource, target);
        sightings.placed(resource, target);
    }

    @Override
    public void retracted(ResourceID resource, LabelTarget target) {
        holdings.retracted(resource, target);
        sightings.retracted(resource, target);
    }

    @Override
    public void retractedUnlessTrusted(ResourceID resource, LabelTarget target, long now) {
        holdings.retractedUnlessTrusted(resource, target, now);
        sightings.retractedUnlessTrusted(resource, target, now);
    }
}
