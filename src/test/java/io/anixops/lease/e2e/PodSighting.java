package io.anixops.lease.e2e;

import io.fabric8.kubernetes.api.model.Pod;
import java.util.Map;

/** One version of a pod, in the order in which the API server wrote them. */
record PodSighting(
        String namespace, String name, String uid, String version, boolean gone, Map<String, String> labels) {
    PodSighting {
        labels = Map.copyOf(labels);
    }

    static PodSighting of(Pod pod, boolean gone) {
        var meta = pod.getMetadata();
        Map<String, String> labels = meta.getLabels() == null ? Map.of() : meta.getLabels();
        return new PodSighting(
                meta.getNamespace(), meta.getName(), meta.getUid(), meta.getResourceVersion(), gone, labels);
    }

    @Override
    public String toString() {
        return "%s/%s (uid %s, version %s)".formatted(namespace, name, uid, version);
    }
}
