package io.anixops.lease.operator;

import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Which changes of a pod can change a decision. The rest of kubelet's writes wakes nobody. */
final class PodFilter {
    private PodFilter() {}

    static boolean matters(Pod now, Pod before) {
        return !essence(now).equals(essence(before));
    }

    private static List<Object> essence(Pod pod) {
        return List.of(
                pod.getMetadata().getUid(),
                Keys.labels(pod),
                nonces(pod),
                pod.isMarkedForDeletion(),
                Optional.ofNullable(pod.getStatus()).map(status -> String.valueOf(status.getPhase())),
                readiness(pod));
    }

    private static Object nonces(Pod pod) {
        return Keys.annotations(pod).entrySet().stream()
                .filter(entry -> entry.getKey().startsWith(Keys.NONCE))
                .collect(Collectors.toSet());
    }

    private static Object readiness(Pod pod) {
        return Optional.ofNullable(pod.getStatus()).stream()
                .flatMap(status -> Stream.ofNullable(status.getConditions()))
                .flatMap(List::stream)
                .filter(condition -> Objects.equals(condition.getType(), Candidates.READY))
                .map(condition -> condition.getStatus() + condition.getLastTransitionTime())
                .toList();
    }
}
