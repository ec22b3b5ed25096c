package io.anixops.lease.operator;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.net.HttpURLConnection;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.stream.Stream;

/** Live reads of pods, never from a cache, and writes of our keys that hold only for the version that was read. */
final class PodAccess {
    private static final PatchContext JSON_PATCH = PatchContext.of(PatchType.JSON);

    private final KubernetesClient client;

    PodAccess(KubernetesClient client) {
        this.client = client;
    }

    Optional<Pod> read(String namespace, String name) {
        return Optional.ofNullable(
                client.pods().inNamespace(namespace).withName(name).get());
    }

    /** The pods of the namespace that bear the lease's token key, with any value, or its leader key. */
    Collection<Pod> bearing(String namespace, Keys keys) {
        var found = new LinkedHashMap<String, Pod>();
        Stream.of(keys.token(), keys.leader())
                .flatMap(key -> client.pods().inNamespace(namespace).withLabel(key).list().getItems().stream())
                .forEach(pod -> found.put(pod.getMetadata().getName(), pod)); // the later read is the newer one
        return found.values();
    }

    /**
     * Writes the change onto the version of the pod that was read.
     *
     * @throws KubernetesClientException when the API server refused it for another reason, or did not answer: it may
     *     still be carried out
     */
    Written write(Pod read, KeyChange change) {
        var patch = client.getKubernetesSerialization().asJson(change.patchFor(read));
        var metadata = read.getMetadata();
        try {
            var pod = client.pods()
                    .inNamespace(metadata.getNamespace())
                    .withName(metadata.getName())
                    .patch(JSON_PATCH, patch);
            return new Written.Done(pod);
        } catch (KubernetesClientException e) {
            return switch (e.getCode()) {
                case HttpURLConnection.HTTP_CONFLICT -> new Written.Stale();
                case HttpURLConnection.HTTP_NOT_FOUND -> new Written.Gone();
                default -> throw e;
            };
        }
    }

    /** What became of a write. */
    sealed interface Written {
        /** It was carried out; the pod as it is after it. */
        record Done(Pod pod) implements Written {}

        /** The pod has changed since it was read: read again and judge again. */
        record Stale() implements Written {}

        /** There is no such pod any more. */
        record Gone() implements Written {}
    }
}
