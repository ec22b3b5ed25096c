package io.anixops.lease.operator;

import io.anixops.lease.Lease;
import io.anixops.lease.Timing;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;

/** All terms, those that this process renews and those that pods renew themselves; a resource has but one of them. */
record Terms(Holdings holdings, Sightings sightings) implements TermBook {

    /**
     * A row as last read, of a term that goes on.
     *
     * @param validity from one renewal to the end, as the row has it
     * @param endsAt monotonic time at which the term ends at the earliest
     */
    record Running(ResourceID resource, Lease row, Duration validity, long endsAt) {}

    Stream<Running> running() {
        return Stream.concat(
                holdings.all().stream().filter(held -> !held.isLost()).map(Terms::running),
                sightings.all().stream().flatMap(seen -> seen.running().stream()));
    }

    private static Running running(Holding held) {
        var endsAt = held.trust().untilNanos()
                + Timing.renewEvery(held.ttl()).toNanos(); // trust is counted from before the renewal
        return new Running(held.resource(), held.row(), held.ttl(), endsAt);
    }

    /** Another process works on them now, or nobody shall. */
    void endAll() {
        holdings.endAll();
        sightings.forgetAll();
    }

    /** This process works on them again. */
    void reopen() {
        holdings.reopen();
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
    public Stream<LabelledTerm> ended(long now) {
        return Stream.concat(holdings.ended(now), sightings.ended(now));
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
