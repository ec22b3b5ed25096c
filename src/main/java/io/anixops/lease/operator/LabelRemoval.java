package io.anixops.lease.operator;

import io.anixops.lease.operator.PodAccess.Written;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Takes leader labels away. Every removal is a real change of the pod, so that a label that was sent before it and
 * arrives after it is refused. Safe at any time and from any thread.
 */
final class LabelRemoval {
    private static final int TRIES = 12;

    private final PodAccess pods;
    private final Supplier<String> nonces;

    LabelRemoval(PodAccess pods, Supplier<String> nonces) {
        this.pods = pods;
        this.nonces = nonces;
    }

    /**
     * The term may not be acted on any more: no label of its token, or of an older one, stays on its pod, nor comes late.
     *
     * @return whether it is so now; false when the pod changes faster than it can be written
     */
    boolean retract(LabelTarget target) {
        return change(
                target.namespace(),
                target.pod(),
                pod -> Optional.of(pod)
                        .filter(read -> target.keys().areOn(read) && target.tokenOn(read) <= target.token())
                        .map(read -> KeyChange.retract(target.keys(), read, nonces.get())));
    }

    /** No pod of the namespace bears the lease's leader label. */
    boolean retractAll(String namespace, Keys keys) {
        return pods.bearing(namespace, keys).stream()
                .filter(keys::marksLeader)
                .allMatch(found -> change(
                        namespace,
                        nameOf(found),
                        pod -> Optional.of(pod)
                                .filter(keys::marksLeader)
                                .map(read -> KeyChange.retract(keys, read, nonces.get()))));
    }

    /** No pod of the namespace bears any key of the lease. */
    boolean strip(String namespace, Keys keys) {
        return pods.bearing(namespace, keys).stream()
                .allMatch(found -> change(
                        namespace,
                        nameOf(found),
                        pod -> Optional.of(pod).filter(keys::areOn).map(read -> KeyChange.strip(keys))));
    }

    private boolean change(String namespace, String name, Function<Pod, Optional<KeyChange>> wanted) {
        for (var attempt = 0; attempt < TRIES; attempt++) {
            var pod = pods.read(namespace, name);
            var change = pod.flatMap(wanted);
            if (change.isEmpty() || !(pods.write(pod.get(), change.get()) instanceof Written.Stale)) {
                return true;
            }
        }
        return false;
    }

    private static String nameOf(Pod pod) {
        return pod.getMetadata().getName();
    }
}
