package io.anixops.lease.operator;

import io.anixops.lease.Lease;
import io.anixops.lease.Term;
import io.anixops.lease.Timing;
import io.anixops.lease.TrustWindow;
import io.anixops.lease.operator.decision.Candidate;
import io.anixops.lease.operator.decision.Silence;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A term that this process renews for a pod, and how far the database's word for it is trusted.
 *
 * @param resource the custom resource that it belongs to
 * @param resourceUid of that very resource, not of one that is made again under its name
 * @param row as of the last answer
 * @param ttl asked for with the next renewal
 * @param trust in the last answer
 * @param renewAt monotonic time of the next renewal
 * @param state what the last attempt to renew brought
 * @param labelRetracted whether what we did last to the term's label was to take it away
 * @param silence what the last attempt to renew met instead of an answer; null after an answer
 */
record Holding(
        ResourceID resource,
        String resourceUid,
        Candidate leader,
        Term term,
        Lease row,
        Duration ttl,
        TrustWindow trust,
        long renewAt,
        State state,
        boolean labelRetracted,
        @Nullable Silence silence) {

    enum State {
        /** The last answer was a yes. */
        CONFIRMED,
        /** The last attempt had no answer. */
        SILENT,
        /** The database said that the term is over. */
        LOST
    }

    /** A term that has just begun, or was just confirmed, by an answer to a request sent at {@code sentAt}. */
    static Holding confirmed(
            ResourceID resource, String uid, Candidate leader, Term term, Lease row, Duration ttl, long sentAt) {
        return new Holding(
                resource,
                uid,
                leader,
                term,
                row,
                ttl,
                TrustWindow.from(sentAt, ttl),
                sentAt + Timing.renewEvery(ttl).toNanos(),
                State.CONFIRMED,
                false,
                null);
    }

    /**
     * A yes to a request for this ttl. Where another ttl is wanted since, the answer is trusted for the one that was
     * asked for, and the other is asked for at once.
     */
    Holding renewed(Lease answer, Duration asked, long sentAt) {
        var now = confirmed(resource, resourceUid, leader, term, KeptRow.of(answer, term, row), asked, sentAt);
        return asked.equals(ttl) ? now : now.withTtl(ttl, sentAt);
    }

    Holding silent(long retryAt, Silence met) {
        return new Holding(
                resource, resourceUid, leader, term, row, ttl, trust, retryAt, State.SILENT, labelRetracted, met);
    }

    /** The database's word was no: trust ends now. */
    Holding lost(long now) {
        return new Holding(
                resource,
                resourceUid,
                leader,
                term,
                row,
                ttl,
                new TrustWindow(now),
                now,
                State.LOST,
                labelRetracted,
                null);
    }

    Holding withTtl(Duration newTtl, long now) {
        return new Holding(
                resource, resourceUid, leader, term, row, newTtl, trust, now, state, labelRetracted, silence);
    }

    /** Trust can be given up at any time; only an answer brings it back. */
    Holding withTrustUntil(long now) {
        return new Holding(
                resource,
                resourceUid,
                leader,
                term,
                row,
                ttl,
                new TrustWindow(now),
                renewAt,
                state,
                labelRetracted,
                silence);
    }

    Holding withRenewalAt(long when) {
        return new Holding(resource, resourceUid, leader, term, row, ttl, trust, when, state, labelRetracted, silence);
    }

    Holding withLabelRetracted(boolean retracted) {
        return new Holding(resource, resourceUid, leader, term, row, ttl, trust, renewAt, state, retracted, silence);
    }

    /** Whether less than a quarter of its trust is left, which a renewal in time leaves half of. */
    boolean isNearItsEnd(long now) {
        var granted = ttl.compareTo(row.remaining()) < 0 ? ttl : row.remaining(); // another ttl may be wanted since
        return trust.leftAt(now).compareTo(Timing.trust(granted).dividedBy(4)) < 0;
    }

    /** Whether people would see nothing new in this silence. */
    boolean knows(Silence met) {
        return silence != null && silence.why() == met.why();
    }

    boolean isLost() {
        return state == State.LOST;
    }

    LabelledTerm labelledTerm() {
        return new LabelledTerm(resource, target(), trust, labelRetracted);
    }

    LabelTarget target() {
        return new LabelTarget(
                resource.getNamespace().orElseThrow(),
                new Keys(resource.getName()),
                leader.pod(),
                leader.uid(),
                term.token());
    }
}
