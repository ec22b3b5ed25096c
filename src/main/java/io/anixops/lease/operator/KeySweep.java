package io.anixops.lease.operator;

import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodList;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Takes the keys of all leases off all pods, whether there are resources for them or not. */
final class KeySweep {
    /** Pods are read page by page: a cluster has more of them than this process has memory. */
    private static final long PAGE = 100;

    private final KubernetesClient client;
    private final Set<String> namespaces;
    private final LabelRemoval removal;

    /** @param namespaces those to look at; none: all */
    KeySweep(KubernetesClient client, Set<String> namespaces) {
        this.client = client;
        this.namespaces = namespaces;
        this.removal = new LabelRemoval(new LivePods(client, () -> {}), () -> "");
    }

    /**
     * Looks at every pod once. One that cannot be written costs the others nothing.
     *
     * @return how many bore keys
     * @throws KubernetesClientException when a pod may bear keys still, and which one
     */
    int sweep() {
        var found = namespaces.isEmpty()
                ? bearersIn(null)
                : namespaces.stream()
                        .sorted()
                        .flatMap(name -> bearersIn(name).stream())
                        .toList();
        Each.of(found, this::strip);
        return found.size();
    }

    private List<ObjectMeta> bearersIn(@Nullable String namespace) {
        var found = new ArrayList<ObjectMeta>();
        for (var page = page(namespace, null); ; page = page(namespace, next(page))) {
            page.getItems().stream()
                    .filter(pod -> Keys.allOn(pod).findAny().isPresent())
                    .map(Pod::getMetadata)
                    .forEach(found::add);
            if (next(page) == null) {
                return found;
            }
        }
    }

    private PodList page(@Nullable String namespace, @Nullable String from) {
        var options =
                new ListOptionsBuilder().withLimit(PAGE).withContinue(from).build();
        return namespace == null
                ? client.pods().inAnyNamespace().list(options)
                : client.pods().inNamespace(namespace).list(options);
    }

    private static @Nullable String next(PodList page) {
        var token = page.getMetadata().getContinue();
        return token == null || token.isEmpty() ? null : token;
    }

    private void strip(ObjectMeta pod) {
        var name = "%s/%s".formatted(pod.getNamespace(), pod.getName());
        try {
            if (!removal.stripPod(pod.getNamespace(), pod.getName())) {
                throw new KubernetesClientException("pod %s changes faster than it can be written".formatted(name));
            }
        } catch (KubernetesClientException e) {
            throw e.getCode() == 0
                    ? e
                    : new KubernetesClientException(
                            "pod %s: %s".formatted(name, ApiErrors.sentence(e)), e.getCode(), e.getStatus());
        }
    }
}
