package io.anixops.lease.operator.decision;

import io.anixops.lease.HolderId;
import io.anixops.lease.Lease;
import io.anixops.lease.Term;
import java.util.Optional;

/** What to ask of the database next, given what was seen. */
public final class Decision {
    private Decision() {}

    public static Step next(Observation seen) {
        var held = seen.held();
        if (seen.suspended()) {
            return giveUp(seen, Reason.SUSPENDED);
        }
        return held == null ? whileNotHeld(seen) : whileHeld(held, seen);
    }

    private static Step whileHeld(Term held, Observation seen) {
        var leader = podOf(held.holder().value(), seen);
        if (leader.filter(Candidate::isReady).isPresent()) {
            return successor(seen)
                    .<Step>map(next -> new Step.HandOver(held, next))
                    .orElseGet(() -> new Step.Keep(held, leader.get()));
        }
        return CandidatePolicy.choose(seen.pods(), seen.incumbent())
                .<Step>map(successor -> new Step.HandOver(held, successor))
                .orElseGet(() -> withoutSuccessor(held, leader, seen));
    }

    private static Step withoutSuccessor(Term held, Optional<Candidate> leader, Observation seen) {
        return leader.filter(pod -> pod.standing() == Standing.UNREADY && !seen.graceOver())
                .<Step>map(pod -> new Step.Keep(held, pod))
                .orElseGet(() -> giveUp(seen, Reason.NO_CANDIDATE));
    }

    private static Step whileNotHeld(Observation seen) {
        return successor(seen)
                .filter(next -> ourRunningRow(seen).isPresent())
                .or(() -> CandidatePolicy.choose(seen.pods(), seen.incumbent()))
                .map(chosen -> take(chosen, seen))
                .orElseGet(() -> keepUnready(seen));
    }

    /** Who leads next when the incumbent is asked to step down; empty when it is not, or there is no other. */
    private static Optional<Candidate> successor(Observation seen) {
        var others = seen.pods().stream()
                .filter(pod -> !pod.holder().value().equals(seen.incumbent()))
                .toList();
        return seen.stepDown() ? CandidatePolicy.choose(others, "") : Optional.empty();
    }

    /** After a restart, a running term of a pod that cannot lead any more is moved, not waited for. */
    private static Step take(Candidate chosen, Observation seen) {
        return ourRunningRow(seen)
                .filter(row -> !row.isHeldBy(chosen.holder()))
                .<Step>map(row -> new Step.HandOver(termOf(row), chosen))
                .orElseGet(() -> new Step.Acquire(chosen));
    }

    /** After a restart, a leader that is merely not ready keeps its running term, as it would have without one. */
    private static Step keepUnready(Observation seen) {
        return podOf(seen.incumbent(), seen)
                .filter(pod -> pod.standing() == Standing.UNREADY)
                .filter(pod -> seen.row() != null && !seen.row().isFree())
                .<Step>map(Step.Acquire::new)
                .orElseGet(() -> giveUp(seen, Reason.NO_CANDIDATE));
    }

    /** Nobody shall lead by our hand: a term that this process, or one before it, began for a pod of ours ends now. */
    private static Step giveUp(Observation seen, Reason why) {
        return Optional.ofNullable(seen.held())
                .or(() -> ourRunningRow(seen).map(Decision::termOf))
                .<Step>map(term -> new Step.Release(term, why))
                .orElseGet(() -> new Step.Rest(why));
    }

    private static Optional<Lease> ourRunningRow(Observation seen) {
        return Optional.ofNullable(seen.row()).filter(row -> seen.rowIsOurs() && !row.isFree());
    }

    private static Optional<Candidate> podOf(String holder, Observation seen) {
        return seen.pods().stream()
                .filter(pod -> pod.holder().value().equals(holder))
                .findFirst();
    }

    /** The term that stands in a row whose holder and renewer are ids of ours. */
    public static Term termOf(Lease row) {
        return new Term(row.name(), HolderId.of(row.holder()), row.token(), HolderId.of(row.renewer()));
    }
}
