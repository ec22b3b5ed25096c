package io.anixops.lease.operator;

import io.fabric8.kubernetes.api.model.Pod;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Live reads of pods, never from a cache, and writes of our keys that hold only for the version that was read. */
interface PodAccess {
    Optional<Pod> read(String namespace, String name);

    /** The pods of the namespace that bear the token key, with any value, or the leader key of any of the leases. */
    Collection<Pod> bearing(String namespace, Collection<Keys> leases);

    /**
     * Writes the changes, each for another lease, in one request onto the version of the pod that was read.
     *
     * @throws io.fabric8.kubernetes.client.KubernetesClientException when the API server refused it for another reason,
     *     or did not answer: it may still be carried out
     */
    Written write(Pod read, List<KeyChange> changes);

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
