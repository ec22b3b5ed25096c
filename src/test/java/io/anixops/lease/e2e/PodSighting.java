package io.anixops.lease.e2e;

import io.fabric8.kubernetes.api.model.Pod;
import java.util.Map;

/** One version of a pod, in the order in which the API server wrote them. */
record PodSighting(
        String namespace,
        String name,
        String uid,
        String version,
        boolean gone,
        Map<String, String> labels,
        Map<String, String> annotations) {
    PodSighting {
        labels = Map.copyOf(labels);
        annotations = Map.copyOf(annotations);
    }

    PodSighting(String namespace, String name, String uid, String version, boolean gone, Map<String, String> labels) {
        this(namespace, name, uid, version, gone, labels, Map.of());
    }

    static PodSighting of(Pod pod, boolean gone) {
        var meta = pod.getMetadata();
        return new PodSighting(
                meta.getNamespace(),
                meta.getName(),
                meta.getUid(),
                meta.getResourceVersion(),
                gone,
                orNone(meta.getLabels()),
                orNone(meta.getAnnotations()));
    }

    private static Map<String, String> orNone(Map<String, String> map) {
        return map == null ? Map.of() : map;
    }

    @Override
    public String toString() {
        return "%s/%s (uid %s, version %s)".formatted(namespace, name, uid, version);
    }
}
