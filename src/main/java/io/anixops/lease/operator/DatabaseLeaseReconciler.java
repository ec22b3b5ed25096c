package io.anixops.lease.operator;

import io.anixops.lease.VmFailure;
import io.anixops.lease.operator.api.DatabaseLease;
import io.anixops.lease.operator.api.DatabaseLeaseStatus;
import io.anixops.lease.operator.decision.Candidate;
import io.anixops.lease.operator.decision.Outcome;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One pass over one lease: observe, choose, ask, act, report. It keeps nothing that a restart may not lose. */
final class DatabaseLeaseReconciler implements Reconciler<DatabaseLease> {
    static final String NAME = "databaselease";

    private static final Logger LOG = LoggerFactory.getLogger(DatabaseLeaseReconciler.class);
    private static final Duration API_RETRY = Duration.ofSeconds(1);

    private final Function<EventSourceContext<DatabaseLease>, Wiring> wire;
    private final Terms terms;
    private final Gate gate;
    private final @Nullable String cluster;
    private final InstantSource clock;
    private @Nullable Wiring wiring;

    /** What a pass uses; it can be made only when the caches exist. */
    record Wiring(
            LeaseCache cache,
            Election election,
            Mirror mirror,
            LabelPlacement labels,
            StatusWriter statuses,
            ShownExpiry expiry,
            Departure departure,
            PassListener listener,
            List<EventSource<?, DatabaseLease>> sources) {}

    DatabaseLeaseReconciler(
            Function<EventSourceContext<DatabaseLease>, Wiring> wire,
            Terms terms,
            Gate gate,
            @Nullable String cluster,
            InstantSource clock) {
        this.wire = wire;
        this.terms = terms;
        this.gate = gate;
        this.cluster = cluster;
        this.clock = clock;
    }

    @Override
    public List<EventSource<?, DatabaseLease>> prepareEventSources(EventSourceContext<DatabaseLease> context) {
        wiring = wire.apply(context);
        return wiring.sources();
    }

    @Override
    public UpdateControl<DatabaseLease> reconcile(DatabaseLease resource, Context<DatabaseLease> context) {
        var leaves = context.isPrimaryResourceDeleted() || resource.isMarkedForDeletion();
        if (!(leaves ? gate.mayWrite() : gate.mayDecide())) {
            return UpdateControl.noUpdate(); // it is woken when this replica becomes the active one, or sees again
        }
        try {
            var next = leaves ? leave(resource) : goOn(resource);
            return next.map(delay -> UpdateControl.<DatabaseLease>noUpdate().rescheduleAfter(delay))
                    .orElseGet(UpdateControl::noUpdate);
        } catch (KubernetesClientException e) {
            VmFailure.tell(e);
            return afterApiFailure(resource, e);
        } catch (Error e) { // it would end the worker in silence, and the resource would wait for it for ever
            VmFailure.tell(e);
            throw new IllegalStateException("reconciling %s failed".formatted(resource.getFullResourceName()), e);
        }
    }

    private Optional<Duration> goOn(DatabaseLease resource) {
        wiring().departure().ofFormer(resource);
        return wiring().cache().row(resource).match(row -> goOn(resource, row), refused -> refuse(resource, refused));
    }

    private Optional<Duration> goOn(DatabaseLease resource, LeaseRow.Named row) {
        wiring().departure().ofFormerMode(resource, row.electedBy());
        return switch (row.electedBy()) {
            case OPERATOR -> pass(resource, row);
            case PODS -> mirror(resource, row);
        };
    }

    /** Of a lease that pods hold themselves: nothing is asked, the row is read elsewhere, and a change wakes us. */
    private Optional<Duration> mirror(DatabaseLease resource, LeaseRow.Named row) {
        var before = terms.labelled(ResourceID.fromResource(resource));
        return wiring().mirror().look(resource, row).flatMap(outcome -> {
            var label = wiring().labels().apply(resource, outcome, before);
            var written = report(resource, row.name().value(), outcome, label);
            return NextPass.whileMirrored(outcome, label, written);
        });
    }

    private Optional<Duration> pass(DatabaseLease resource, LeaseRow.Named row) {
        var before = terms.labelled(ResourceID.fromResource(resource));
        var outcome = wiring().election().hold(resource, row);
        var label = wiring().labels().apply(resource, outcome, before);
        var raised = label.match(
                labelled -> outcome, pending -> outcome, higher -> raise(resource, row, outcome, higher.token()));
        var placed = raised == outcome ? label : wiring().labels().apply(resource, raised, before);
        var written = report(resource, row.name().value(), raised, placed);
        var next = NextPass.after(
                raised, placed, written, row.ttl(), wiring().election().graceLeft(resource));
        return NextPass.withStepDown(next, StepDown.isWaiting(resource, raised, () -> candidates(resource)));
    }

    private Outcome raise(DatabaseLease resource, LeaseRow.Named row, Outcome outcome, long seenToken) {
        return outcome.match(
                leads -> {
                    wiring().listener().regressed(resource, leads.term(), seenToken);
                    return wiring().election().raise(resource, row, leads, seenToken);
                },
                itself -> itself,
                elsewhere -> elsewhere,
                idle -> idle);
    }

    /** Nothing is asked of the database for it, and what it may have had before goes. */
    private Optional<Duration> refuse(DatabaseLease resource, LeaseRow.Refused refused) {
        var before = terms.labelled(ResourceID.fromResource(resource));
        var outcome = new Outcome.Idle(refused.why(), refused.message(), null);
        var label = wiring().labels().apply(resource, outcome, before);
        wiring().departure().ofRefused(resource);
        Optional.ofNullable(refused.former())
                .ifPresent(row -> wiring().election().leave(resource, row));
        var written = report(resource, null, outcome, label);
        return written ? Optional.empty() : Optional.of(NextPass.SOON);
    }

    private Optional<Duration> leave(DatabaseLease resource) {
        wiring().departure().of(resource);
        wiring().election().forget(resource);
        wiring().expiry().forget(ResourceID.fromResource(resource));
        return Optional.empty();
    }

    /** False when the resource has changed since it was read. */
    private boolean report(DatabaseLease resource, @Nullable String rowName, Outcome outcome, LabelResult label) {
        wiring().listener().passed(resource);
        var shown = Optional.ofNullable(resource.getStatus()).orElseGet(DatabaseLeaseStatus::empty);
        var generation = resource.getMetadata().getGeneration();
        var judged = new Statuses(shown, generation == null ? 0 : generation, rowName, cluster, clock.instant())
                .of(outcome, label)
                .withStepDown(StepDown.seenTo(resource, outcome, () -> candidates(resource)));
        var status = wiring().expiry().of(ResourceID.fromResource(resource), judged, shown, outcome);
        var isWorthIt = StatusChange.isTransition(shown, status)
                || wiring().expiry().isRefreshDue(shown, status, outcome); // what we lead has its own turn
        return !isWorthIt || publish(resource, shown, status);
    }

    private boolean publish(DatabaseLease resource, DatabaseLeaseStatus shown, DatabaseLeaseStatus status) {
        var written = wiring().statuses().write(resource, status);
        if (written) {
            wiring().listener().changed(resource, shown, status);
        }
        return written;
    }

    private static UpdateControl<DatabaseLease> afterApiFailure(DatabaseLease resource, KubernetesClientException e) {
        LOG.atWarn()
                .addKeyValue("namespace", resource.getMetadata().getNamespace())
                .addKeyValue("name", resource.getMetadata().getName())
                .addKeyValue("cause", ApiErrors.sentence(e))
                .log("the API server did not carry out what was asked, and is asked again");
        return UpdateControl.<DatabaseLease>noUpdate().rescheduleAfter(API_RETRY);
    }

    private List<Candidate> candidates(DatabaseLease resource) {
        return wiring().cache().candidates(resource);
    }

    private Wiring wiring() {
        if (wiring == null) {
            throw new IllegalStateException("reconciled before the caches were made");
        }
        return wiring;
    }
}
