package io.anixops.lease.operator;

import io.anixops.lease.Lease;
import io.anixops.lease.LeaseName;
import io.anixops.lease.TrustWindow;
import io.anixops.lease.operator.decision.Outcome;
import io.anixops.lease.operator.decision.ReadingTimes;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What was last read of the row of a lease that pods hold themselves, and the pod that bears its label by our hand.
 *
 * @param resource the custom resource that it belongs to
 * @param resourceUid of that very resource, not of one that is made again under its name
 * @param reading the last answer, or null before the first
 * @param silence what the last attempt to read met; null when it was answered
 * @param readAt monotonic time of the next reading
 * @param labelled the last pod and term for which we put the label; null before the first
 * @param labelRetracted whether what we did last to that label was to take it away
 */
record Sighting(
        ResourceID resource,
        String resourceUid,
        LeaseName name,
        Duration ttl,
        @Nullable Reading reading,
        Outcome.@Nullable Idle silence,
        long readAt,
        @Nullable LabelTarget labelled,
        boolean labelRetracted) {

    /** The row, or that there is none, as the answer to a request sent at that moment. */
    record Reading(@Nullable Lease row, long sentAt) {}

    static Sighting unread(ResourceID resource, String uid, LeaseName name, Duration ttl, long now) {
        return new Sighting(resource, uid, name, ttl, null, null, now, null, false);
    }

    /** Whether the database was asked, with an answer or without. */
    boolean wasAsked() {
        return reading != null || silence != null;
    }

    @Nullable
    Lease row() {
        return reading == null ? null : reading.row();
    }

    /** The row while its term goes on and the database answers. */
    Optional<Lease> runningRow() {
        return Optional.ofNullable(row()).filter(row -> !row.isFree() && silence == null);
    }

    Optional<Terms.Running> running() {
        return runningRow()
                .flatMap(row -> Optional.ofNullable(reading)
                        .map(read -> new Terms.Running(
                                resource,
                                row,
                                StatusChange.validity(row),
                                read.sentAt() + row.remaining().toNanos())));
    }

    /** In the term that was read last; over where there is none. Counted from before the reading. */
    boolean isTrustedAt(long now) {
        return trust().isOpenAt(now);
    }

    private TrustWindow trust() {
        if (reading == null || reading.row() == null) {
            return ended();
        }
        return new TrustWindow(
                reading.sentAt() + ReadingTimes.trust(reading.row(), ttl).toNanos());
    }

    private TrustWindow ended() {
        return new TrustWindow(reading == null ? readAt : reading.sentAt());
    }

    /** The label's term; trust in it is over once another one was read. */
    Optional<LabelledTerm> labelledTerm() {
        return Optional.ofNullable(labelled)
                .map(target -> new LabelledTerm(resource, target, isOf(target) ? trust() : ended(), labelRetracted));
    }

    boolean isOf(LabelTarget target) {
        var row = row();
        return row != null && row.token() == target.token();
    }

    Sighting read(@Nullable Lease row, long sentAt) {
        return new Sighting(
                resource,
                resourceUid,
                name,
                ttl,
                new Reading(row, sentAt),
                null,
                sentAt + ReadingTimes.nextAfter(row, ttl).toNanos(),
                labelled,
                labelRetracted);
    }

    Sighting silent(Outcome.Idle why, long now) {
        var retryAt = now + ReadingTimes.retryAfter(ttl).toNanos();
        return new Sighting(resource, resourceUid, name, ttl, reading, why, retryAt, labelled, labelRetracted);
    }

    Sighting withTtl(Duration newTtl, long now) {
        return new Sighting(resource, resourceUid, name, newTtl, reading, silence, now, labelled, labelRetracted);
    }

    Sighting withReadAt(long when) {
        return new Sighting(resource, resourceUid, name, ttl, reading, silence, when, labelled, labelRetracted);
    }

    Sighting withLabel(LabelTarget target, boolean retracted) {
        return new Sighting(resource, resourceUid, name, ttl, reading, silence, readAt, target, retracted);
    }
}
