package io.anixops.lease.operator;

import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** How the leader label of a lease can disagree with the term that is running. */
enum Astray {
    /** A pod leads, and does not bear the label. */
    MISSING,
    /** The label is on a pod that does not lead, or tells of another term. */
    WRONG,
    /** More than one pod bears it. */
    SEVERAL;

    /** As a tag of a metric. */
    String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Compares the pods that bear the label with the one that should.
     *
     * @param leader the pod of the term that is running and trusted, if one is
     */
    static Optional<Astray> judge(Optional<LabelTarget> leader, List<? extends Pod> labelled) {
        if (labelled.size() > 1) {
            return Optional.of(SEVERAL);
        }
        if (labelled.isEmpty()) {
            return leader.map(missed -> MISSING);
        }
        return leader.filter(target -> isOn(target, labelled.get(0))).isPresent()
                ? Optional.empty()
                : Optional.of(WRONG);
    }

    private static boolean isOn(LabelTarget target, Pod pod) {
        return pod.getMetadata().getUid().equals(target.uid()) && target.tokenOn(pod) == target.token();
    }
}
