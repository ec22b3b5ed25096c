package io.anixops.lease.operator;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.net.HttpURLConnection;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Pods by calls to the API server that it and its mock treat alike. */
final class LivePods implements PodAccess {
    private static final PatchContext JSON_PATCH = PatchContext.of(PatchType.JSON);

    private final KubernetesClient client;

    LivePods(KubernetesClient client) {
        this.client = client;
    }

    @Override
    public Optional<Pod> read(String namespace, String name) {
        return Optional.ofNullable(
                client.pods().inNamespace(namespace).withName(name).get());
    }

    @Override
    public Collection<Pod> bearing(String namespace, Keys keys) {
        var found = new LinkedHashMap<String, Pod>();
        Stream.of(keys.token(), keys.leader())
                .flatMap(key -> client.pods().inNamespace(namespace).withLabel(key).list().getItems().stream())
                .forEach(pod -> found.put(pod.getMetadata().getName(), pod)); // the later read is the newer one
        return found.values();
    }

    @Override
    public Written write(Pod read, KeyChange change) {
        return write(read, List.of(change));
    }

    @Override
    public Written write(Pod read, List<KeyChange> changes) {
        var patch = client.getKubernetesSerialization().asJson(KeyChange.patchFor(read, changes));
        try {
            // by the item: by its name, the client would read it before each patch
            var pod = client.resource(read).patch(JSON_PATCH, patch);
            return new Written.Done(pod);
        } catch (KubernetesClientException e) {
            return switch (e.getCode()) {
                case HttpURLConnection.HTTP_CONFLICT -> new Written.Stale();
                case HttpURLConnection.HTTP_NOT_FOUND -> new Written.Gone();
                default -> throw e;
            };
        }
    }
}
