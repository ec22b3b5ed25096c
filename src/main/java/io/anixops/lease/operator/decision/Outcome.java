package io.anixops.lease.operator.decision;

import io.anixops.lease.Lease;
import io.anixops.lease.Term;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What holds after the database was asked, and so where the label belongs. */
public sealed interface Outcome {

    <T> T match(
            Function<Leads, T> leads,
            Function<HoldsItself, T> holdsItself,
            Function<Elsewhere, T> elsewhere,
            Function<Idle, T> idle);

    /**
     * A pod of ours leads, and the database's word for it is trusted: the label belongs on it.
     *
     * @param silence what the last renewal met instead of an answer; null when the database confirmed it
     */
    record Leads(
            Term term,
            Candidate leader,
            Lease row,
            @Nullable Silence silence) implements Outcome {
        @Override
        public <T> T match(
                Function<Leads, T> leads,
                Function<HoldsItself, T> holdsItself,
                Function<Elsewhere, T> elsewhere,
                Function<Idle, T> idle) {
            return leads.apply(this);
        }
    }

    /**
     * A process in a pod of ours holds the lease itself: the label belongs on the pod, unless something stands in its way.
     *
     * @param obstacle why the pod must not bear the label though it holds the lease, or null
     * @param confirmed whether the database answered when it was asked last
     */
    record HoldsItself(
            Candidate leader, Lease row, @Nullable String obstacle, boolean confirmed) implements Outcome {
        @Override
        public <T> T match(
                Function<Leads, T> leads,
                Function<HoldsItself, T> holdsItself,
                Function<Elsewhere, T> elsewhere,
                Function<Idle, T> idle) {
            return holdsItself.apply(this);
        }
    }

    /** Somebody whom we do not renew for holds it: no label here. */
    record Elsewhere(Lease row) implements Outcome {
        @Override
        public <T> T match(
                Function<Leads, T> leads,
                Function<HoldsItself, T> holdsItself,
                Function<Elsewhere, T> elsewhere,
                Function<Idle, T> idle) {
            return elsewhere.apply(this);
        }
    }

    /**
     * Nobody leads by our hand: no label here.
     *
     * @param row the row where it was read and the database answers; else null
     */
    record Idle(Reason why, String message, @Nullable Lease row) implements Outcome {
        @Override
        public <T> T match(
                Function<Leads, T> leads,
                Function<HoldsItself, T> holdsItself,
                Function<Elsewhere, T> elsewhere,
                Function<Idle, T> idle) {
            return idle.apply(this);
        }
    }
}
