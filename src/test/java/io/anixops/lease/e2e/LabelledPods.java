package io.anixops.lease.e2e;

import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;

/** The pods of one namespace that bear the label of its lease {@code main}, each time in one reading. */
record LabelledPods(ControlPlane plane, String namespace) {
    List<String> now() {
        return plane
                .client()
                .pods()
                .inNamespace(namespace)
                .withLabel(PodJudge.LEADER + "main", "true")
                .list()
                .getItems()
                .stream()
                .map((Pod pod) -> pod.getMetadata().getName())
                .toList();
    }

    String awaitLeader() {
        return await("a pod leads", leader -> true);
    }

    String awaitOtherThan(String former) {
        return await("another pod than %s leads".formatted(former), leader -> !leader.equals(former));
    }

    private String await(String what, Predicate<String> whose) {
        var leader = new AtomicReference<String>();
        Eventually.until(what, () -> {
            var seen = now();
            if (seen.size() != 1 || !whose.test(seen.get(0))) {
                return false;
            }
            leader.set(seen.get(0));
            return true;
        });
        return leader.get();
    }
}
