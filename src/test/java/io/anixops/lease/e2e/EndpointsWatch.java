package io.anixops.lease.e2e;

import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSlice;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;

/** Notes whom a Service sent traffic to, after every write of one of its EndpointSlices. */
final class EndpointsWatch implements AutoCloseable {
    private final Map<String, List<String>> podsOfSlice = new ConcurrentHashMap<>();
    private final List<List<String>> seen = new CopyOnWriteArrayList<>();
    private final List<String> blindness = new CopyOnWriteArrayList<>();
    private final Watch watch;

    private EndpointsWatch(KubernetesClient client, String namespace, String service) {
        watch = client.discovery()
                .v1()
                .endpointSlices()
                .inNamespace(namespace)
                .withLabel("kubernetes.io/service-name", service)
                .watch(new Eyes());
    }

    static EndpointsWatch of(KubernetesClient client, String namespace, String service) {
        return new EndpointsWatch(client, namespace, service);
    }

    /** The ready pods behind the Service, once for each change. */
    List<List<String>> seen() {
        if (!blindness.isEmpty()) {
            throw new IllegalStateException("the watch of endpoints ended: " + blindness);
        }
        return List.copyOf(seen);
    }

    Set<List<String>> withMoreThanOne() {
        return seen().stream().filter(pods -> pods.size() > 1).collect(Collectors.toSet());
    }

    @Override
    public void close() {
        watch.close();
    }

    private synchronized void see(EndpointSlice slice, boolean gone) {
        podsOfSlice.put(slice.getMetadata().getName(), gone ? List.of() : readyPodsOf(slice));
        seen.add(podsOfSlice.values().stream().flatMap(List::stream).toList());
    }

    static List<String> readyPodsOf(EndpointSlice slice) {
        return Optional.ofNullable(slice.getEndpoints()).stream() // absent while nobody leads
                .flatMap(List::stream)
                .filter(endpoint -> Boolean.TRUE.equals(endpoint.getConditions().getReady()))
                .map(endpoint -> endpoint.getTargetRef().getName())
                .toList();
    }

    private final class Eyes implements Watcher<EndpointSlice> {
        @Override
        public void eventReceived(Action action, EndpointSlice slice) {
            if (action == Action.ADDED || action == Action.MODIFIED || action == Action.DELETED) {
                see(slice, action == Action.DELETED);
            }
        }

        @Override
        public void onClose(WatcherException cause) {
            blindness.add(String.valueOf(cause));
        }
    }
}
