package io.anixops.lease.operator;

import io.anixops.lease.HolderId;
import io.anixops.lease.operator.decision.Candidate;
import io.anixops.lease.operator.decision.Standing;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Pods as candidates. */
final class Candidates {
    /** So that name, dash and eight characters of the uid fit into a holder id. */
    static final int LONGEST_POD_NAME = HolderId.MAX_LENGTH - 9;

    /** The condition of a pod that says whether it is ready. */
    static final String READY = "Ready";

    private static final List<String> TEMPLATE_HASHES = List.of("pod-template-hash", "controller-revision-hash");

    private Candidates() {}

    static boolean canBe(Pod pod) {
        return pod.getMetadata().getName().length() <= LONGEST_POD_NAME;
    }

    static Candidate of(Pod pod) {
        var metadata = pod.getMetadata();
        return new Candidate(
                metadata.getName(),
                metadata.getUid(),
                Optional.ofNullable(pod.getSpec())
                        .map(spec -> spec.getNodeName())
                        .orElse(""),
                holderOf(metadata.getName(), metadata.getUid()),
                standing(pod),
                revision(metadata.getLabels()),
                Instant.parse(metadata.getCreationTimestamp()),
                readySince(pod));
    }

    private static HolderId holderOf(String pod, String uid) {
        return HolderId.of(pod + "-" + uid.substring(0, Math.min(8, uid.length())));
    }

    private static Standing standing(Pod pod) {
        var phase = pod.getStatus() == null
                ? ""
                : Optional.ofNullable(pod.getStatus().getPhase()).orElse("");
        if (pod.isMarkedForDeletion() || phase.equals("Succeeded") || phase.equals("Failed")) {
            return Standing.LEAVING;
        }
        return phase.equals("Running") && ready(pod).isPresent() ? Standing.READY : Standing.UNREADY;
    }

    private static Optional<PodCondition> ready(Pod pod) {
        return Optional.ofNullable(pod.getStatus()).stream()
                .flatMap(status -> Optional.ofNullable(status.getConditions()).stream())
                .flatMap(List::stream)
                .filter(condition -> condition.getType().equals(READY)
                        && condition.getStatus().equals("True"))
                .findFirst();
    }

    private static Instant readySince(Pod pod) {
        return ready(pod)
                .flatMap(condition -> Optional.ofNullable(condition.getLastTransitionTime()))
                .map(Instant::parse)
                .orElse(Instant.MAX);
    }

    private static String revision(Map<String, String> labels) {
        return Optional.ofNullable(labels).stream()
                .flatMap(all -> TEMPLATE_HASHES.stream().flatMap(key -> Stream.ofNullable(all.get(key))))
                .findFirst()
                .orElse("");
    }
}
