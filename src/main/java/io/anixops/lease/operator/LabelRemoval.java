package io.anixops.lease.operator;

import static java.util.stream.Collectors.toMap;

import io.anixops.lease.operator.PodAccess.Written;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Takes leader labels away. Every removal is a real change of the pod, so that a label that was sent before it and
 * arrives after it is refused. Safe at any time and from any thread.
 */
final class LabelRemoval {
    private static final int TRIES = 12;

    private static final long LONGEST_TURN_MILLIS = 1_000;

    private final PodAccess pods;
    private final Supplier<String> nonces;
    private final PodWishes<LabelTarget, Boolean> wishes = new PodWishes<>(new PodTurns(LONGEST_TURN_MILLIS));

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
        return carryOut(wish(target));
    }

    /**
     * A removal that is to be carried out soon. Whoever writes to its pod next carries it out too: where the database
     * falls silent, all labels of a pod go in one write.
     */
    PodWishes.Wish<LabelTarget, Boolean> wish(LabelTarget target) {
        return wishes.add(target.uid(), target);
    }

    /** The same as {@link #retract}, for a removal that was wished for before; at once when somebody has done it. */
    boolean carryOut(PodWishes.Wish<LabelTarget, Boolean> wish) {
        return wishes.carryOut(wish, this::retract);
    }

    private Map<LabelTarget, Boolean> retract(List<LabelTarget> targets) {
        var any = targets.get(0);
        var done = changeAll(
                any.namespace(),
                any.pod(),
                pod -> targets.stream()
                        .distinct()
                        .filter(target -> target.keys().areOn(pod) && target.tokenOn(pod) <= target.token())
                        .map(target -> KeyChange.retract(target.keys(), pod, nonces.get()))
                        .toList());
        return targets.stream().distinct().collect(toMap(Function.identity(), target -> done));
    }

    /** No pod of the namespace bears the lease's leader label. */
    boolean retractAll(String namespace, Keys keys) {
        return pods.bearing(namespace, List.of(keys)).stream()
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
        return pods.bearing(namespace, List.of(keys)).stream()
                .allMatch(found -> change(
                        namespace,
                        nameOf(found),
                        pod -> Optional.of(pod).filter(keys::areOn).map(read -> KeyChange.strip(keys))));
    }

    /** The pod bears no key of any lease. */
    boolean stripPod(String namespace, String pod) {
        return changeAll(
                namespace, pod, read -> Keys.allOn(read).map(KeyChange::strip).toList());
    }

    private boolean change(String namespace, String name, Function<Pod, Optional<KeyChange>> wanted) {
        return changeAll(namespace, name, pod -> wanted.apply(pod).stream().toList());
    }

    private boolean changeAll(String namespace, String name, Function<Pod, List<KeyChange>> wanted) {
        for (var attempt = 0; attempt < TRIES; attempt++) {
            var pod = pods.read(namespace, name);
            var changes = pod.map(wanted).orElse(List.of());
            if (changes.isEmpty() || !(pods.write(pod.get(), changes) instanceof Written.Stale)) {
                return true;
            }
        }
        return false;
    }

    private static String nameOf(Pod pod) {
        return pod.getMetadata().getName();
    }
}
