package io.anixops.lease.e2e;

import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What one event costs a lease, from the event until all is well again, for docs/behaviour.md. */
final class Cost {
    private final Event event;
    private final Supplier<List<LeaderWatch.Change>> changes;
    private final Supplier<List<RowVersion>> versions;
    private final long began = System.nanoTime();
    private final Instant beganAt = Instant.now(); // the database's clock is this machine's
    private long healed = began;

    /** Of a lease whose labels change so, one after the other, and whose row has these versions. */
    Cost(Event event, Supplier<List<LeaderWatch.Change>> changes, Supplier<List<RowVersion>> versions) {
        this.event = event;
        this.changes = changes;
        this.versions = versions;
    }

    /** The fault has ended: recovery is counted from here. */
    Cost healed() {
        healed = System.nanoTime();
        return this;
    }

    /** A pod leads again by label, row and status; or still does. */
    void recovered() {
        var now = System.nanoTime();
        var took = Duration.ofNanos(now - healed);
        BehaviourNotes.note(event, new Times(labelOff(), withoutLabel(now), withoutLeader(Instant.now()), took));
    }

    /** What counts is when the label went: nobody leads, and nobody shall, or somebody does already. */
    void ended() {
        BehaviourNotes.note(event, new Times(labelOff(), null, null, null));
    }

    /** In docs/behaviour.md; null where it does not apply. */
    record Times(
            @Nullable Duration labelOff,
            @Nullable Duration withoutLabel,
            @Nullable Duration withoutLeader,
            @Nullable Duration untilRecovery) {}

    private @Nullable Duration labelOff() {
        return changes.get().stream()
                .filter(change -> !change.leads() && change.nanos() - began > 0)
                .findFirst()
                .map(change -> Duration.ofNanos(change.nanos() - began))
                .orElse(null);
    }

    private Duration withoutLabel(long now) {
        Set<Leader> labelled = new HashSet<>();
        long since = began;
        long without = 0;
        for (var change : changes.get()) {
            long at = Math.max(change.nanos(), began);
            without += labelled.isEmpty() ? at - since : 0;
            since = at;
            if (change.leads()) {
                labelled.add(change.pod());
            } else {
                labelled.remove(change.pod());
            }
        }
        return Duration.ofNanos(without + (labelled.isEmpty() ? now - since : 0));
    }

    private Duration withoutLeader(Instant now) {
        var without = Duration.ZERO;
        Optional<RowVersion> before = Optional.empty();
        for (var version : versions.get()) {
            without = without.plus(
                    before.map(one -> free(one, version.writtenAt())).orElse(Duration.ZERO));
            before = Optional.of(version);
        }
        return without.plus(before.map(one -> free(one, now)).orElse(Duration.ZERO));
    }

    /** For how long the row that stood as this until that moment was nobody's. */
    private Duration free(RowVersion row, Instant until) {
        var end = row.deleted() ? row.writtenAt() : row.expiresAt();
        var from = end.isAfter(beganAt) ? end : beganAt;
        return until.isAfter(from) ? Duration.between(from, until) : Duration.ZERO;
    }
}
