package io.anixops.lease.operator;

import io.anixops.lease.operator.api.DatabaseLease;
import io.anixops.lease.operator.api.DatabaseLeaseStatus;
import io.anixops.lease.operator.decision.Candidate;
import io.anixops.lease.operator.decision.Outcome;
import java.util.Collection;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Whether the leader is asked to step down, by an annotation whose every new value asks once.
 *
 * <p>The status tells which value was seen to. A value that was not is meant for the leader that the status shows: when
 * another leads by now, as after a crash between the move and its report, it has been done. Pure.
 */
final class StepDown {
    static final String ANNOTATION = DatabaseLease.GROUP + "/step-down";

    private StepDown() {}

    static @Nullable String askedBy(DatabaseLease resource) {
        return Optional.ofNullable(resource.getMetadata().getAnnotations())
                .map(annotations -> annotations.get(ANNOTATION))
                .orElse(null);
    }

    /** Whether this holder is to give way to another candidate. */
    static boolean isAskedOf(DatabaseLease resource, String holder) {
        var shown = shown(resource);
        var asked = askedBy(resource);
        return asked != null && !asked.equals(shown.stepDown()) && holder.equals(shown.holder());
    }

    /** The value that the next status says was seen to. */
    static @Nullable String seenTo(
            DatabaseLease resource, Outcome outcome, Supplier<? extends Collection<Candidate>> pods) {
        var shown = shown(resource);
        var asked = askedBy(resource);
        return asked == null || Objects.equals(asked, shown.stepDown()) || isDone(resource, outcome, pods)
                ? asked
                : shown.stepDown();
    }

    /** Whether it was asked for and could not be done yet. */
    static boolean isWaiting(DatabaseLease resource, Outcome outcome, Supplier<? extends Collection<Candidate>> pods) {
        return !Objects.equals(askedBy(resource), seenTo(resource, outcome, pods));
    }

    private static boolean isDone(
            DatabaseLease resource, Outcome outcome, Supplier<? extends Collection<Candidate>> pods) {
        return outcome.match(
                leads -> leads.silence() == null
                        && (!isAskedOf(resource, leads.term().holder().value())
                                || pods.get().stream().noneMatch(pod -> isAnother(pod, leads.leader()))),
                itself -> true, // it is not ours to move
                elsewhere -> true,
                idle -> idle.row() != null || !idle.why().isOfDatabase());
    }

    private static boolean isAnother(Candidate pod, Candidate leader) {
        return pod.isReady() && !pod.uid().equals(leader.uid());
    }

    private static DatabaseLeaseStatus shown(DatabaseLease resource) {
        return Optional.ofNullable(resource.getStatus()).orElseGet(DatabaseLeaseStatus::empty);
    }
}
