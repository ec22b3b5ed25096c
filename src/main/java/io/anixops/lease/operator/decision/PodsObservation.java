package io.anixops.lease.operator.decision;

import io.anixops.lease.Lease;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What was seen of one lease that pods hold themselves.
 *
 * @param row as last read, or null when there is none
 * @param trusted whether the row's term goes on for long enough to be acted on, by the last answer
 * @param silence what the last attempt to read met, or null when it was answered
 */
public record PodsObservation(
        boolean suspended,
        List<Candidate> pods,
        @Nullable Lease row,
        boolean trusted,
        HolderMatch match,
        Outcome.@Nullable Idle silence) {

    public PodsObservation {
        pods = List.copyOf(pods);
    }
}
