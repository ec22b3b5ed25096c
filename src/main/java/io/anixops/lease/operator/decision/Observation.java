package io.anixops.lease.operator.decision;

import io.anixops.lease.Lease;
import io.anixops.lease.Term;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What was seen of one lease before anything is asked of the database.
 *
 * @param held the term that this process renews, or null
 * @param row the row as last read, or null when there is none
 * @param rowIsOurs whether the row's running term was begun by an operator of this cluster for a pod of this namespace,
 *     so that it may be ended on that pod's behalf
 * @param graceOver whether a leader that is merely not ready has been so for a whole ttl
 * @param stepDown whether the incumbent is asked to give way to another candidate
 */
public record Observation(
        boolean suspended,
        List<Candidate> pods,
        @Nullable Term held,
        @Nullable Lease row,
        boolean rowIsOurs,
        boolean graceOver,
        boolean stepDown) {

    public Observation {
        pods = List.copyOf(pods);
    }

    /** As if nobody had asked. */
    public Observation withoutStepDown() {
        return new Observation(suspended, pods, held, row, rowIsOurs, graceOver, false);
    }

    /** Holder id of the running or last term; empty when there was none. */
    String incumbent() {
        if (held != null) {
            return held.holder().value();
        }
        return row == null ? "" : row.holder();
    }
}
