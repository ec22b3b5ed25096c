package io.anixops.lease.operator;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Pods as they are, with somebody who hears of every write. */
final class ObservedPods implements PodAccess {
    private final PodAccess pods;
    private final PodWriteListener listener;
    private final Bystanders bystanders;

    ObservedPods(PodAccess pods, PodWriteListener listener, Bystanders bystanders) {
        this.bystanders = bystanders;
        this.pods = pods;
        this.listener = listener;
    }

    @Override
    public Optional<Pod> read(String namespace, String name) {
        return pods.read(namespace, name);
    }

    @Override
    public Collection<Pod> bearing(String namespace, Collection<Keys> leases) {
        return pods.bearing(namespace, leases);
    }

    @Override
    public Written write(Pod read, List<KeyChange> changes) {
        try {
            var written = pods.write(read, changes);
            changes.forEach(change -> bystanders.tell(() -> listener.wrote(read, change, written)));
            return written;
        } catch (KubernetesClientException e) {
            bystanders.tell(listener::failed);
            throw e;
        }
    }
}
