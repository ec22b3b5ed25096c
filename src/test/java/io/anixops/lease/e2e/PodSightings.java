package io.anixops.lease.e2e;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Every version of every pod of a namespace, in the order of the API server's writes. */
final class PodSightings implements AutoCloseable {
    private final Queue<PodSighting> seen = new ConcurrentLinkedQueue<>();
    private final Watch watch;

    PodSightings(KubernetesClient client, String namespace) {
        watch = client.pods().inNamespace(namespace).watch(new Memory());
    }

    List<PodSighting> soFar() {
        return List.copyOf(seen);
    }

    @Override
    public void close() {
        watch.close();
    }

    private final class Memory implements Watcher<Pod> {
        @Override
        public void eventReceived(Action action, Pod pod) {
            if (action == Action.ADDED || action == Action.MODIFIED || action == Action.DELETED) {
                seen.add(PodSighting.of(pod, action == Action.DELETED));
            }
        }

        @Override
        public void onClose(WatcherException cause) {
            throw new IllegalStateException("the campaign saw no more", cause);
        }
    }
}
