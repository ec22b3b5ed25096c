package io.anixops.lease.operator;

import io.anixops.lease.Term;
import io.anixops.lease.operator.api.DatabaseLease;
import io.anixops.lease.operator.decision.Outcome;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import java.util.Optional;
import java.util.function.LongSupplier;

/** Brings the labels to where the outcome says, and writes nothing where they are right already. */
final class LabelPlacement {
    private final LeaseCache cache;
    private final Holdings holdings;
    private final LabelProtocol protocol;
    private final LabelRemoval removal;
    private final LongSupplier nanos;

    LabelPlacement(
            LeaseCache cache, Holdings holdings, LabelProtocol protocol, LabelRemoval removal, LongSupplier nanos) {
        this.cache = cache;
        this.holdings = holdings;
        this.protocol = protocol;
        this.removal = removal;
        this.nanos = nanos;
    }

    /**
     * Labels the leader, or takes labels off.
     *
     * @param before what was held when this pass began, whose label may be newer than the cache
     */
    LabelResult apply(DatabaseLease resource, Outcome outcome, Optional<Holding> before) {
        return outcome.match(
                leads -> label(resource, leads),
                elsewhere -> retract(resource, before),
                idle -> retract(resource, before));
    }

    /** The resource is gone: no key of it stays on any pod. */
    void strip(DatabaseLease resource) {
        removal.strip(
                resource.getMetadata().getNamespace(),
                new Keys(resource.getMetadata().getName()));
    }

    private LabelResult label(DatabaseLease resource, Outcome.Leads leads) {
        var target = new LabelTarget(
                resource.getMetadata().getNamespace(),
                new Keys(resource.getMetadata().getName()),
                leads.leader().pod(),
                leads.leader().uid(),
                leads.term().token());
        note(
                ResourceID.fromResource(resource),
                leads.term(),
                false); // before it is there, so that its end is not missed
        return isRight(target) ? new LabelResult.Labelled() : protocol.label(target, () -> isTrusted(resource, leads));
    }

    private boolean isTrusted(DatabaseLease resource, Outcome.Leads leads) {
        return holdings.of(ResourceID.fromResource(resource))
                .filter(holding -> holding.term().equals(leads.term()))
                .filter(holding -> holding.trust().isOpenAt(nanos.getAsLong()))
                .isPresent();
    }

    /** The target bears the label of this term, no other pod bears one, and every key here can be believed. */
    private boolean isRight(LabelTarget target) {
        var keys = target.keys();
        var bearers = cache.bearing(target.namespace(), keys);
        var labelled = bearers.stream().filter(keys::marksLeader).toList();
        return labelled.size() == 1
                && labelled.get(0).getMetadata().getUid().equals(target.uid())
                && target.tokenOn(labelled.get(0)) == target.token()
                && bearers.stream().allMatch(pod -> target.tokenOn(pod) > 0 && target.tokenOn(pod) <= target.token());
    }

    /** Once: each removal is a change of the pod, which brings the next pass. */
    private void retract(Holding holding) {
        if (removal.retract(holding.target())) {
            note(holding.resource(), holding.term(), true);
        }
    }

    private void note(ResourceID resource, Term term, boolean retracted) {
        holdings.change(resource, term, holding -> holding.withLabelRetracted(retracted));
    }

    private LabelResult retract(DatabaseLease resource, Optional<Holding> before) {
        before.filter(holding -> !holding.labelRetracted()).ifPresent(this::retract);
        var keys = new Keys(resource.getMetadata().getName());
        var namespace = resource.getMetadata().getNamespace();
        if (cache.bearing(namespace, keys).stream().anyMatch(keys::marksLeader)) {
            removal.retractAll(namespace, keys);
        }
        return new LabelResult.Labelled();
    }
}
