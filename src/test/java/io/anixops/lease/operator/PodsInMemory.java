package io.anixops.lease.operator;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Pods that are written at once, and an API server that fails when it is told to. It notes whom it wrote to. */
final class PodsInMemory implements PodAccess {
    private final Map<String, Pod> pods = new TreeMap<>();
    private final List<String> written = new ArrayList<>();
    private int failures;
    private int conflicts;
    private long version = 100;

    void put(Pod pod) {
        pods.put(pod.getMetadata().getName(), pod);
    }

    Pod get(String name) {
        return Optional.ofNullable(pods.get(name)).orElseThrow();
    }

    /** So many of the next writes are not carried out, and say so. */
    void failNext(int writes) {
        failures = writes;
    }

    /** So many of the next writes come after another writer's. */
    void conflictNext(int writes) {
        conflicts = writes;
    }

    /** Names of the pods that were written to, in order. */
    List<String> written() {
        return List.copyOf(written);
    }

    @Override
    public Optional<Pod> read(String namespace, String name) {
        return Optional.ofNullable(pods.get(name));
    }

    @Override
    public Collection<Pod> bearing(String namespace, Collection<Keys> leases) {
        return pods.values().stream()
                .filter(pod -> leases.stream().anyMatch(keys -> keys.areLabelsOf(pod)))
                .toList();
    }

    @Override
    public Written write(Pod read, List<KeyChange> changes) {
        var name = read.getMetadata().getName();
        if (failures-- > 0) {
            throw new KubernetesClientException("planted");
        }
        if (conflicts-- > 0) {
            pods.computeIfPresent(name, (key, pod) -> withVersion(pod));
        }
        var now = pods.get(name);
        if (now == null) {
            return new Written.Gone();
        }
        if (!now.getMetadata().getResourceVersion().equals(read.getMetadata().getResourceVersion())) {
            return new Written.Stale();
        }
        var changed = withVersion(now);
        for (var change : changes) {
            changed = changed(changed, change);
        }
        pods.put(name, changed);
        written.add(name);
        return new Written.Done(changed);
    }

    private static Pod changed(Pod pod, KeyChange change) {
        var labels = new TreeMap<>(Keys.labels(pod));
        put(labels, change.keys().leader(), change.leader());
        put(labels, change.keys().token(), change.token());
        var annotations = new TreeMap<>(Keys.annotations(pod));
        put(annotations, change.keys().nonce(), change.nonce());
        return new PodBuilder(pod)
                .editMetadata()
                .withLabels(labels)
                .withAnnotations(annotations)
                .endMetadata()
                .build();
    }

    private Pod withVersion(Pod pod) {
        return new PodBuilder(pod)
                .editMetadata()
                .withResourceVersion(Long.toString(++version))
                .endMetadata()
                .build();
    }

    private static void put(Map<String, String> map, String key, @Nullable String value) {
        if (value == null) {
            map.remove(key);
        } else {
            map.put(key, value);
        }
    }
}
