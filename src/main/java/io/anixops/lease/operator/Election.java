package io.anixops.lease.operator;

import io.anixops.lease.HolderId;
import io.anixops.lease.Lease;
import io.anixops.lease.LeaseName;
import io.anixops.lease.LeaseStoreException;
import io.anixops.lease.operator.api.DatabaseLease;
import io.anixops.lease.operator.decision.Decision;
import io.anixops.lease.operator.decision.Observation;
import io.anixops.lease.operator.decision.Outcome;
import io.anixops.lease.operator.decision.Reason;
import io.anixops.lease.operator.decision.Step;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Observe, choose, ask: from one resource to what holds for it in the database. */
final class Election {
    private static final Logger LOG = LoggerFactory.getLogger(Election.class);

    private final ElectionRound.Tools tools;
    private final LeaseCache cache;
    private final Rivals rivals;
    private final Grace grace;

    Election(ElectionRound.Tools tools, LeaseCache cache, Grace grace) {
        this.tools = tools;
        this.cache = cache;
        this.rivals = new Rivals(cache);
        this.grace = grace;
    }

    Outcome hold(DatabaseLease resource, LeaseRow.Named row) {
        var rival = rivals.over(resource, row);
        if (rival.isPresent()) {
            tools.holdings().end(ResourceID.fromResource(resource)); // this one keeps nothing of it
            return rival.get();
        }
        try {
            adjustTtl(resource, row);
            return ask(resource, row);
        } catch (LeaseStoreException e) {
            return DatabaseErrors.outcome(e);
        }
    }

    /** A permission was taken back: a term that an operator of this cluster began for a pod of the resource's ends. */
    void leave(DatabaseLease resource, LeaseName row) {
        try {
            Optional.ofNullable(tools.store().find(List.of(row)).get(row))
                    .filter(found -> !found.isFree() && isOurs(found, resource))
                    .ifPresent(found -> tools.releases().release(Decision.termOf(found)));
        } catch (LeaseStoreException e) {
            LOG.atWarn()
                    .addKeyValue("lease", row)
                    .addKeyValue("cause", e.getMessage())
                    .log("lease could not be released, and expires by itself");
        }
    }

    /** A running term below a token that a pod bears is ended, and a new one of the same pod begun above it. */
    Outcome raise(DatabaseLease resource, LeaseRow.Named row, Outcome.Leads leads, long seenToken) {
        try {
            return new ElectionRound(tools, resource, row, leads.row(), seenToken)
                    .handOver(new Step.HandOver(leads.term(), leads.leader()));
        } catch (LeaseStoreException e) {
            return DatabaseErrors.outcome(e);
        }
    }

    /** The resource is gone. */
    void forget(DatabaseLease resource) {
        grace.forget(ResourceID.fromResource(resource));
    }

    /** How long a leader that is not ready may go on, zero when it may not; empty where that is not the question. */
    Optional<Duration> graceLeft(DatabaseLease resource) {
        return holdingOf(resource).flatMap(holding -> grace.left(holding, cache.candidates(resource), now()));
    }

    private Outcome ask(DatabaseLease resource, LeaseRow.Named row) {
        var pods = cache.candidates(resource);
        var holding = holdingOf(resource);
        var seen = holding.map(Holding::row)
                .or(() -> Optional.ofNullable(
                        tools.store().find(List.of(row.name())).get(row.name())));
        if (holding.isEmpty() && seen.filter(this::isAboutToBeReleased).isPresent()) {
            return new Outcome.Idle(
                    Reason.CONFLICT, "a DatabaseLease that is deleted has not given the row up yet", null);
        }
        var observation = new Observation(
                resource.getSpec().suspend(),
                pods,
                holding.map(Holding::term).orElse(null),
                seen.orElse(null),
                seen.filter(found -> isOurs(found, resource)).isPresent(),
                holding.flatMap(held -> grace.left(held, pods, now()))
                        .filter(Duration::isZero)
                        .isPresent(),
                seen.filter(found -> StepDown.isAskedOf(resource, found.holder()))
                        .isPresent());
        return carryOut(resource, row, observation);
    }

    private Outcome carryOut(DatabaseLease resource, LeaseRow.Named row, Observation seen) {
        var round = new ElectionRound(tools, resource, row, seen.row(), highestToken(resource));
        try {
            return Decision.next(seen).match(round);
        } catch (LeaseStoreException e) {
            if (!seen.stepDown()) {
                throw e;
            }
            return Decision.next(seen.withoutStepDown())
                    .match(round); // a leader that is well is not left for a silence
        }
    }

    /** By the departure of another resource, which wakes us after it: the term must not be adopted and labelled before. */
    private boolean isAboutToBeReleased(Lease row) {
        return row.renewer().equals(tools.options().instance().value())
                && tools.holdings().all().stream()
                        .filter(holding -> holding.term().name().equals(row.name()))
                        .anyMatch(this::isDeparting);
    }

    private boolean isDeparting(Holding holding) {
        return cache.resource(holding.resource())
                .filter(resource -> !resource.isMarkedForDeletion())
                .isEmpty();
    }

    /** What is held and was not lost; what was lost is forgotten here. */
    private Optional<Holding> holdingOf(DatabaseLease resource) {
        return tools.holdings().of(ResourceID.fromResource(resource)).filter(holding -> !holding.isLost());
    }

    private void adjustTtl(DatabaseLease resource, LeaseRow.Named row) {
        holdingOf(resource)
                .filter(holding -> !holding.ttl().equals(row.ttl()))
                .ifPresent(holding -> tools.holdings()
                        .change(holding.resource(), holding.term(), now -> now.withTtl(row.ttl(), now())));
    }

    /** Only then may a running term be ended on its pod's behalf: it was begun in this cluster, for this namespace. */
    private boolean isOurs(Lease row, DatabaseLease resource) {
        var info = row.holderInfo();
        var namespace = resource.getMetadata().getNamespace();
        var ourCluster =
                info.cluster() != null && info.cluster().equals(tools.options().cluster());
        var ourPod = info.pod() != null && info.uid() != null && cache.knowsPod(namespace, info.pod(), info.uid());
        var begunByUs = HolderId.isValid(row.holder())
                && HolderId.isValid(row.renewer())
                && !row.renewer().equals(row.holder()); // a process that holds it itself is its own renewer
        return begunByUs && namespace.equals(info.namespace()) && (ourCluster || ourPod);
    }

    private long highestToken(DatabaseLease resource) {
        var keys = new Keys(resource.getMetadata().getName());
        return cache.bearing(resource.getMetadata().getNamespace(), keys).stream()
                .mapToLong(keys::tokenOn)
                .max()
                .orElse(0);
    }

    private long now() {
        return tools.nanos().getAsLong();
    }
}
