package io.anixops.lease.e2e;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Requests that were answered by a pod without the leader's label, as far as a watch of the labels can tell. */
final class MisroutedRequests {
    private final List<Traffic.Request> requests;
    private final List<LeaderWatch.Change> changes;
    private final List<Traffic.Request> byOthers = new ArrayList<>();
    private final List<Traffic.Request> byFormer = new ArrayList<>();
    private final List<Traffic.Request> late = new ArrayList<>();
    private Duration untilKnown = Duration.ZERO;

    private MisroutedRequests(List<Traffic.Request> requests, List<LeaderWatch.Change> changes) {
        this.requests = requests;
        this.changes = changes;
        requests.forEach(one -> one.answeredBy().ifPresent(pod -> judge(one, pod)));
    }

    /** Among these, sent one after the other. */
    static MisroutedRequests in(List<Traffic.Request> requests, List<LeaderWatch.Change> changes) {
        return new MisroutedRequests(requests, changes);
    }

    /** Answered by a pod that had not led. */
    List<Traffic.Request> byOthers() {
        return byOthers;
    }

    /** Sent to a pod that had lost the label, and answered by it. */
    List<Traffic.Request> byFormer() {
        return byFormer;
    }

    /** Of those, sent after another pod had answered: by then whoever directs requests knew. */
    List<Traffic.Request> late() {
        return late;
    }

    long unanswered() {
        return requests.stream().filter(one -> one.answeredBy().isEmpty()).count();
    }

    void note(Measured measured, Event event) {
        var what = "%d requests, %d without an answer, %d answered by a former leader, the last sent"
                .formatted(requests.size(), unanswered(), byFormer.size());
        measured.note(event.sentence(), what, untilKnown);
    }

    private void judge(Traffic.Request one, String pod) {
        var ofPod = changes.stream()
                .filter(change -> change.pod().name().equals(pod))
                .toList();
        if (ofPod.isEmpty()) {
            byOthers.add(one);
        }
        ofPod.stream()
                .filter(change -> change.nanos() - one.ended() < 0)
                .reduce((former, later) -> later)
                .filter(change -> !change.leads() && change.nanos() - one.sent() < 0)
                .ifPresent(off -> former(one, pod, off.nanos()));
    }

    private void former(Traffic.Request one, String pod, long off) {
        byFormer.add(one);
        untilKnown = Duration.ofNanos(one.sent() - off);
        if (requests.stream()
                .filter(other -> other.sent() - off > 0 && other.sent() - one.sent() < 0)
                .anyMatch(other ->
                        other.answeredBy().filter(by -> !by.equals(pod)).isPresent())) {
            late.add(one);
        }
    }
}
