package io.anixops.lease.operator;

import io.anixops.lease.operator.api.DatabaseLeaseStatus;
import io.anixops.lease.operator.decision.Reason;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Optional;

/**
 * Whether a write to a pod sets right what another hand did. It is one when the status had said already that the keys
 * were where they belong.
 *
 * @param shown the status as last seen; one that lags behind only makes a correction go untold
 * @param held whether a term is held here, label written or not
 */
record Correction(DatabaseLeaseStatus shown, boolean held) {

    Optional<EventNote> in(Pod read, KeyChange change) {
        return sentence(read, change).map(text -> EventNote.of(EventReason.KEYS_CORRECTED, text));
    }

    private Optional<String> sentence(Pod read, KeyChange change) {
        var pod = read.getMetadata().getName();
        if (change.leader() != null) {
            return wasPlaced(change)
                    ? Optional.of("the leader label was missing on pod %s, and was put back".formatted(pod))
                    : Optional.empty();
        }
        var stray = !pod.equals(shown.holderPod()) && change.keys().areOn(read);
        if (stray && wasPlaced(change)) {
            return Optional.of("pod %s bore keys of a leader by another hand, and they were set right".formatted(pod));
        }
        return change.keys().marksLeader(read) && nobodyWasPlaced()
                ? Optional.of(
                        "pod %s bore the leader label while no pod here leads, and it was taken off".formatted(pod))
                : Optional.empty();
    }

    /** The status says that the label of this very term is where it belongs, and nowhere else. */
    private boolean wasPlaced(KeyChange change) {
        return isReadyHere()
                && shown.token() != null
                && shown.token().toString().equals(change.token());
    }

    private boolean isReadyHere() {
        return Conditions.find(shown.conditions(), Conditions.READY)
                .filter(ready -> ready.getStatus().equals(Conditions.TRUE))
                .filter(ready -> ready.getReason().equals(Reason.LEADER_HERE.text()))
                .isPresent();
    }

    private boolean nobodyWasPlaced() {
        return !held && !shown.conditions().isEmpty() && !Leadership.in(shown).isHere();
    }
}
