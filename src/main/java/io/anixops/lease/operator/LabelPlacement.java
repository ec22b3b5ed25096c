package io.anixops.lease.operator;

import io.anixops.lease.operator.api.DatabaseLease;
import io.anixops.lease.operator.decision.Candidate;
import io.anixops.lease.operator.decision.Outcome;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import java.util.Optional;
import java.util.function.LongSupplier;

/** Brings the labels to where the outcome says, and writes nothing where they are right already. */
final class LabelPlacement {
    private final LeaseCache cache;
    private final TermBook terms;
    private final LabelProtocol protocol;
    private final LabelRemoval removal;
    private final LongSupplier nanos;

    LabelPlacement(LeaseCache cache, TermBook terms, LabelProtocol protocol, LabelRemoval removal, LongSupplier nanos) {
        this.cache = cache;
        this.terms = terms;
        this.protocol = protocol;
        this.removal = removal;
        this.nanos = nanos;
    }

    /**
     * Labels the leader, or takes labels off.
     *
     * @param before what was known when this pass began, whose label may be newer than the cache
     */
    LabelResult apply(DatabaseLease resource, Outcome outcome, Optional<LabelledTerm> before) {
        return outcome.match(
                leads -> label(
                        resource, target(resource, leads.leader(), leads.term().token())),
                itself -> mirror(resource, itself, before),
                elsewhere -> retract(resource, before),
                idle -> retract(resource, before));
    }

    /** The resource is gone: no key of it stays on any pod. */
    void strip(DatabaseLease resource) {
        removal.strip(
                resource.getMetadata().getNamespace(),
                new Keys(resource.getMetadata().getName()));
    }

    private static LabelTarget target(DatabaseLease resource, Candidate leader, long token) {
        var metadata = resource.getMetadata();
        return new LabelTarget(
                metadata.getNamespace(), new Keys(metadata.getName()), leader.pod(), leader.uid(), token);
    }

    private LabelResult label(DatabaseLease resource, LabelTarget target) {
        var id = ResourceID.fromResource(resource);
        terms.placed(id, target); // before it is there, so that its end is not missed
        return isRight(target)
                ? new LabelResult.Labelled()
                : protocol.label(target, () -> terms.trusts(id, target, nanos.getAsLong()));
    }

    /** The row is not ours to change: where a pod bears a higher token, nobody bears the label until the row's is raised. */
    private LabelResult mirror(DatabaseLease resource, Outcome.HoldsItself itself, Optional<LabelledTerm> before) {
        var target = target(resource, itself.leader(), itself.row().token());
        var highest = highestToken(target);
        if (itself.obstacle() != null || highest > target.token()) {
            retract(resource, before);
            return highest > target.token() ? new LabelResult.HigherToken(highest) : new LabelResult.Labelled();
        }
        var label = label(resource, target);
        if (label instanceof LabelResult.HigherToken) {
            retract(resource, terms.labelled(ResourceID.fromResource(resource)));
        }
        return label;
    }

    private long highestToken(LabelTarget target) {
        return cache.bearing(target.namespace(), target.keys()).stream()
                .mapToLong(target::tokenOn)
                .max()
                .orElse(0);
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

    /** Takes the label of a term off its pod. Once: each removal is a change of the pod, which brings the next pass. */
    void takeOff(LabelledTerm term) {
        if (!term.retracted() && removal.retract(term.target())) {
            terms.retracted(term.resource(), term.target());
        }
    }

    private LabelResult retract(DatabaseLease resource, Optional<LabelledTerm> before) {
        before.ifPresent(this::takeOff);
        var keys = new Keys(resource.getMetadata().getName());
        var namespace = resource.getMetadata().getNamespace();
        if (cache.bearing(namespace, keys).stream().anyMatch(keys::marksLeader)) {
            removal.retractAll(namespace, keys);
        }
        return new LabelResult.Labelled();
    }
}
