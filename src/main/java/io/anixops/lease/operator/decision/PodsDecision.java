package io.anixops.lease.operator.decision;

import io.anixops.lease.Lease;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What holds for a lease that pods hold themselves, given what was seen.
 *
 * <p>The row says who leads, and readiness does not: a leader that is not ready still holds the lease and bears its label,
 * as a Service leaves it out by itself. One that terminates or has ended loses the label at once, whatever the row says.
 */
public final class PodsDecision {
    private PodsDecision() {}

    public static Outcome judge(PodsObservation seen) {
        var row = seen.row();
        if (seen.silence() != null
                && !(seen.trusted() && !seen.suspended() && leader(row, seen).isPresent())) {
            return seen.silence();
        }
        if (seen.suspended()) {
            return new Outcome.Idle(Reason.SUSPENDED, "spec.suspend is true", row);
        }
        if (row == null || row.isFree()) {
            return new Outcome.Idle(Reason.NO_CANDIDATE, "no process holds the lease", row);
        }
        return leader(row, seen)
                .<Outcome>map(pod ->
                        new Outcome.HoldsItself(pod, row, obstacle(pod, row, seen.trusted()), seen.silence() == null))
                .orElseGet(() -> new Outcome.Elsewhere(row));
    }

    private static Optional<Candidate> leader(@Nullable Lease row, PodsObservation seen) {
        return Optional.ofNullable(row)
                .filter(found -> !found.isFree())
                .flatMap(found -> seen.match().podOf(found, seen.pods()));
    }

    private static @Nullable String obstacle(Candidate pod, Lease row, boolean trusted) {
        if (pod.standing() == Standing.LEAVING) {
            return "it is terminating, or has ended";
        }
        if (row.token() <= 0) {
            return "its term has no fencing token yet";
        }
        return trusted ? null : "its term is about to end, and was not renewed";
    }
}
