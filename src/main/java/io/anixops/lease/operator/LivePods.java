package io.anixops.lease.operator;

import io.fabric8.kubernetes.api.model.KubernetesResourceList;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.MixedOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
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

    /** So many pods in a list cost about as much as one more request for the few that bear a key. */
    private static final int WORTH_ONE_SELECTION = 20;

    private static final int FEWEST_AT_ONCE = 4 * WORTH_ONE_SELECTION;

    private final KubernetesClient client;
    private final Runnable pace;

    /** @param pace called before each request, and returns when it may go */
    LivePods(KubernetesClient client, Runnable pace) {
        this.client = client;
        this.pace = pace;
    }

    @Override
    public Optional<Pod> read(String namespace, String name) {
        return Optional.ofNullable(pods().inNamespace(namespace).withName(name).get());
    }

    @Override
    public Collection<Pod> bearing(String namespace, Collection<Keys> leases) {
        var selections = leases.stream()
                .flatMap(keys -> Stream.of(keys.token(), keys.leader()))
                .toList();
        return all(namespace, selections.size() * WORTH_ONE_SELECTION)
                .map(pods -> bearing(pods, leases))
                .orElseGet(() -> selected(namespace, selections));
    }

    /** In one request, where that costs no more than many requests for a few pods each; else empty. */
    private Optional<List<Pod>> all(String namespace, int most) {
        if (most < FEWEST_AT_ONCE) {
            return Optional.empty();
        }
        var limit = new ListOptionsBuilder().withLimit((long) most).build();
        var found = pods().inNamespace(namespace).list(limit);
        var isAll = found.getMetadata() == null
                || Optional.ofNullable(found.getMetadata().getContinue())
                        .orElse("")
                        .isEmpty();
        return isAll ? Optional.of(List.copyOf(found.getItems())) : Optional.empty();
    }

    private static Collection<Pod> bearing(List<Pod> pods, Collection<Keys> leases) {
        return pods.stream()
                .filter(pod -> leases.stream().anyMatch(keys -> keys.areLabelsOf(pod)))
                .toList();
    }

    private Collection<Pod> selected(String namespace, List<String> selections) {
        var found = new LinkedHashMap<String, Pod>();
        selections.stream()
                .flatMap(key -> pods().inNamespace(namespace).withLabel(key).list().getItems().stream())
                .forEach(pod -> found.put(pod.getMetadata().getName(), pod)); // the later read is the newer one
        return found.values();
    }

    @Override
    public Written write(Pod read, List<KeyChange> changes) {
        var patch = client.getKubernetesSerialization().asJson(KeyChange.patchFor(read, changes));
        pace.run();
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

    /** For one read. */
    private MixedOperation<LeanPod, KubernetesResourceList<LeanPod>, Resource<LeanPod>> pods() {
        pace.run();
        return client.resources(LeanPod.class);
    }
}
