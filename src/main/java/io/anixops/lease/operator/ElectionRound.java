package io.anixops.lease.operator;

import io.anixops.lease.Attempt;
import io.anixops.lease.Claim;
import io.anixops.lease.HolderInfo;
import io.anixops.lease.Lease;
import io.anixops.lease.LeaseStore;
import io.anixops.lease.Renewal;
import io.anixops.lease.RenewalRequest;
import io.anixops.lease.Term;
import io.anixops.lease.operator.api.DatabaseLease;
import io.anixops.lease.operator.decision.Candidate;
import io.anixops.lease.operator.decision.Outcome;
import io.anixops.lease.operator.decision.Reason;
import io.anixops.lease.operator.decision.Step;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Carries one step out against the database, and says what holds then. */
final class ElectionRound implements Step.Cases<Outcome> {
    private static final Logger LOG = LoggerFactory.getLogger(ElectionRound.class);

    private final Tools tools;
    private final DatabaseLease resource;
    private final LeaseRow.Named row;
    private final @Nullable Lease seen;
    private final long seenToken;

    /** What every round uses. */
    record Tools(
            LeaseStore store,
            Releases releases,
            Holdings holdings,
            LabelRemoval removal,
            OperatorOptions options,
            LongSupplier nanos) {}

    /**
     * A round for one resource.
     *
     * @param seen the row as last read, or null
     * @param seenToken the highest token on the pods, to begin a new term above; 0 when it does not matter
     */
    ElectionRound(Tools tools, DatabaseLease resource, LeaseRow.Named row, @Nullable Lease seen, long seenToken) {
        this.tools = tools;
        this.resource = resource;
        this.row = row;
        this.seen = seen;
        this.seenToken = seenToken;
    }

    @Override
    public Outcome acquire(Step.Acquire step) {
        if (seen != null && !seen.isFree() && !seen.isHeldBy(step.candidate().holder())) {
            return new Outcome.Elsewhere(seen);
        }
        var sentAt = tools.nanos().getAsLong();
        return judge(tools.store().tryAcquire(claimOf(step.candidate())), step.candidate(), sentAt);
    }

    /** Another replica's term becomes ours first, so that only who renews a term ever moves it. */
    @Override
    public Outcome handOver(Step.HandOver step) {
        var from = step.from();
        return from.renewer().equals(tools.options().instance())
                ? move(from, step.to())
                : takeOver(from).map(ours -> move(ours, step.to())).orElseGet(this::asItIs);
    }

    private Outcome move(Term from, Candidate to) {
        var sentAt = tools.nanos().getAsLong();
        return judge(tools.store().handOver(from, claimOf(to)), to, sentAt);
    }

    private Optional<Term> takeOver(Term term) {
        var ours = tools.options().instance();
        var answer = tools.store()
                .renew(List.of(new RenewalRequest(term, row.ttl(), ours)))
                .get(term.name());
        return Optional.ofNullable(answer)
                .filter(Renewal.Renewed.class::isInstance)
                .map(renewed -> new Term(term.name(), term.holder(), term.token(), ours));
    }

    /** It has moved on meanwhile: the row as it was, to be looked at again when its time is over. */
    private Outcome asItIs() {
        return seen == null
                ? new Outcome.Idle(Reason.DATABASE_UNREACHABLE, "the row has changed while it was looked at", null)
                : new Outcome.Elsewhere(seen);
    }

    @Override
    public Outcome keep(Step.Keep step) {
        if (tools.releases().mayStillEnd(step.term())) {
            return handOver(new Step.HandOver(step.term(), step.leader()));
        }
        return tools.holdings().of(id()).map(holding -> keep(step, holding)).orElseGet(this::asItIs);
    }

    private Outcome keep(Step.Keep step, Holding holding) {
        if (!holding.trust().isOpenAt(tools.nanos().getAsLong())) {
            return untrusted(holding);
        }
        return new Outcome.Leads(step.term(), step.leader(), holding.row(), holding.silence());
    }

    private static Outcome untrusted(Holding holding) {
        var silence = holding.silence();
        return new Outcome.Idle(
                silence == null ? Reason.DATABASE_UNREACHABLE : silence.why(),
                "the database has not confirmed the lease for two thirds of its ttl of %d s%s"
                        .formatted(holding.ttl().toSeconds(), silence == null ? "" : ": " + silence.message()),
                null);
    }

    /** The label first: once the row is free, another cluster may lead at once. */
    @Override
    public Outcome release(Step.Release step) {
        tools.holdings().of(id()).ifPresentOrElse(this::retract, this::retractAll);
        var ended = tools.releases().release(step.term());
        tools.holdings().end(id());
        LOG.atInfo()
                .addKeyValue("lease", step.term().name())
                .addKeyValue("holder", step.term().holder())
                .addKeyValue("token", step.term().token())
                .addKeyValue("why", step.why().text())
                .log("lease was given up");
        return new Outcome.Idle(step.why(), sentence(step.why()), ended ? null : whoHasIt());
    }

    /** Once: each removal is a change of the pod, which brings the next pass, and the database may be away for long. */
    private void retract(Holding holding) {
        if (!holding.labelRetracted() && tools.removal().retract(holding.target())) {
            tools.holdings().change(holding.resource(), holding.term(), now -> now.withLabelRetracted(true));
        }
    }

    /** It was lost meanwhile, perhaps to somebody. */
    private @Nullable Lease whoHasIt() {
        return tools.store().find(List.of(row.name())).get(row.name());
    }

    /** A process before this one began the term: whose label it was is seen on the pods. */
    private void retractAll() {
        var metadata = resource.getMetadata();
        tools.removal().retractAll(metadata.getNamespace(), new Keys(metadata.getName()));
    }

    @Override
    public Outcome rest(Step.Rest step) {
        return new Outcome.Idle(step.why(), sentence(step.why()), seen);
    }

    private Outcome judge(Attempt attempt, Candidate candidate, long sentAt) {
        return attempt.match(held -> confirm(held, candidate, sentAt), denied -> {
            tools.holdings().end(id());
            return new Outcome.Elsewhere(denied.lease());
        });
    }

    private Outcome confirm(Attempt.Held held, Candidate candidate, long sentAt) {
        if (tools.releases().mayStillEnd(held.term())) {
            return handOver(new Step.HandOver(held.term(), candidate));
        }
        tools.releases().forget(held.term());
        return begin(held.term(), held.lease(), candidate, sentAt);
    }

    private Outcome begin(Term term, Lease lease, Candidate leader, long sentAt) {
        var isNew = tools.holdings()
                .of(id())
                .filter(before -> before.term().token() == term.token())
                .isEmpty();
        if (isNew) {
            LOG.atInfo()
                    .addKeyValue("namespace", resource.getMetadata().getNamespace())
                    .addKeyValue("name", resource.getMetadata().getName())
                    .addKeyValue("lease", term.name())
                    .addKeyValue("pod", leader.pod())
                    .addKeyValue("holder", term.holder())
                    .addKeyValue("token", term.token())
                    .log("lease is held for a pod");
        }
        tools.holdings()
                .begin(Holding.confirmed(
                        id(),
                        resource.getMetadata().getUid(),
                        leader,
                        term,
                        KeptRow.of(lease, term, leader),
                        row.ttl(),
                        sentAt));
        return new Outcome.Leads(term, leader, lease, null);
    }

    private Claim claimOf(Candidate candidate) {
        var info = new HolderInfo(
                tools.options().cluster(),
                resource.getMetadata().getNamespace(),
                candidate.pod(),
                candidate.uid(),
                Optional.of(candidate.node()).filter(node -> !node.isEmpty()).orElse(null));
        return new Claim(row.name(), candidate.holder(), tools.options().instance(), row.ttl(), info, seenToken);
    }

    private ResourceID id() {
        return ResourceID.fromResource(resource);
    }

    private static String sentence(Reason why) {
        return why == Reason.SUSPENDED
                ? "spec.suspend is true"
                : "no pod that spec.selector names is Running, Ready and not terminating";
    }
}
