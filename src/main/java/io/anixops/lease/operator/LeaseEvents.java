package io.anixops.lease.operator;

import io.anixops.lease.Term;
import io.anixops.lease.operator.api.DatabaseLease;
import io.anixops.lease.operator.api.DatabaseLeaseStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/** What is told of a lease as Events: its transitions, and what has no status of its own. */
final class LeaseEvents implements PassListener {
    private static final int MOST_REFUSED = 1_024;

    private final LeaseCache cache;
    private final TermBook terms;
    private final BiConsumer<DatabaseLease, EventNote> recorder;
    private final Map<String, Boolean> refused = new Lru<>(MOST_REFUSED);

    LeaseEvents(LeaseCache cache, TermBook terms, BiConsumer<DatabaseLease, EventNote> recorder) {
        this.cache = cache;
        this.terms = terms;
        this.recorder = recorder;
    }

    @Override
    public void changed(DatabaseLease resource, DatabaseLeaseStatus before, DatabaseLeaseStatus now) {
        Stream.concat(EventsFor.change(before, now).stream(), SteppedDown.between(resource, before, now).stream())
                .forEach(note -> recorder.accept(resource, note));
    }

    /** No status tells of a pod that cannot lead, so each is told once. */
    @Override
    public void passed(DatabaseLease resource) {
        cache.refused(resource).stream()
                .filter(pod -> isNew(resource, pod))
                .forEach(pod -> recorder.accept(resource, refusal(pod)));
    }

    @Override
    public void regressed(DatabaseLease resource, Term term, long seenToken) {
        recorder.accept(
                resource,
                EventNote.of(
                        EventReason.TOKEN_REGRESSED,
                        "token %d is below token %d, which a pod bears; a new term is begun above it"
                                .formatted(term.token(), seenToken)));
    }

    /** Keys that another hand had changed were written. */
    void wrote(Pod read, KeyChange change) {
        var id = new ResourceID(change.keys().lease(), read.getMetadata().getNamespace());
        cache.resource(id)
                .filter(resource -> resource.getStatus() != null)
                .ifPresent(resource -> new Correction(
                                resource.getStatus(), terms.labelled(id).isPresent())
                        .in(read, change)
                        .ifPresent(note -> recorder.accept(resource, note)));
    }

    private boolean isNew(DatabaseLease resource, Pod pod) {
        var pair = resource.getMetadata().getUid() + "/" + pod.getMetadata().getUid();
        synchronized (refused) {
            return refused.put(pair, true) == null;
        }
    }

    private static EventNote refusal(Pod pod) {
        return EventNote.of(
                EventReason.CANDIDATE_REFUSED,
                "pod %s cannot lead: its name has %d characters, and must have at most %d to be part of a holder id"
                        .formatted(
                                pod.getMetadata().getName(),
                                pod.getMetadata().getName().length(),
                                Candidates.LONGEST_POD_NAME));
    }
}
