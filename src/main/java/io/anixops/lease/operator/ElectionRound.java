package io.anixops.lease.operator;

import io.anixops.lease.Attempt;
import io.anixops.lease.Claim;
import io.anixops.lease.HolderInfo;
import io.anixops.lease.Lease;
import io.anixops.lease.LeaseStore;
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

/** Carries one step out against the database, and says what holds then. */
final class ElectionRound implements Step.Cases<Outcome> {
    private final Tools tools;
    private final DatabaseLease resource;
    private final LeaseRow.Named row;
    private final @Nullable Lease seen;
    private final long seenToken;

    /** What every round uses. */
    record Tools(
            LeaseStore store, Holdings holdings, LabelRemoval removal, OperatorOptions options, LongSupplier nanos) {}

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

    @Override
    public Outcome handOver(Step.HandOver step) {
        var sentAt = tools.nanos().getAsLong();
        return judge(tools.store().handOver(step.from(), claimOf(step.to())), step.to(), sentAt);
    }

    @Override
    public Outcome keep(Step.Keep step) {
        var holding = tools.holdings().of(id()).orElseThrow();
        if (!holding.trust().isOpenAt(tools.nanos().getAsLong())) {
            return new Outcome.Idle(
                    Reason.DATABASE_UNREACHABLE,
                    "the database has not confirmed the lease for two thirds of its ttl, %s".formatted(holding.ttl()),
                    null);
        }
        return new Outcome.Leads(step.term(), step.leader(), holding.row(), holding.state() == Holding.State.CONFIRMED);
    }

    /** The label first: once the row is free, another cluster may lead at once. */
    @Override
    public Outcome release(Step.Release step) {
        tools.holdings()
                .of(id())
                .ifPresentOrElse(holding -> tools.removal().retract(holding.target()), this::retractAll);
        var ended = tools.store().release(step.term());
        tools.holdings().end(id());
        return ended
                ? new Outcome.Idle(step.why(), "%s, and the lease was released".formatted(sentence(step.why())), null)
                : new Outcome.Idle(step.why(), sentence(step.why()), whoHasIt());
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
        return attempt.match(held -> begin(held.term(), held.lease(), candidate, sentAt), denied -> {
            tools.holdings().end(id());
            return new Outcome.Elsewhere(denied.lease());
        });
    }

    private Outcome begin(Term term, Lease lease, Candidate leader, long sentAt) {
        tools.holdings()
                .begin(Holding.confirmed(
                        id(), resource.getMetadata().getUid(), leader, term, lease, row.ttl(), sentAt));
        return new Outcome.Leads(term, leader, lease, true);
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
