package io.anixops.lease.operator;

import io.anixops.lease.operator.PodAccess.Written;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Takes leader labels away. Every removal is a real change of the pod, so that a label that was sent before it and
 * arrives after it is refused. Safe at any time and from any thread.
 */
final class LabelRemoval {
    private static final int TRIES = 12;

    private static final long LONGEST_TURN_MILLIS = 1_000;

    private final PodAccess pods;
    private final Supplier<String> nonces;
    private final PodTurns turns = new PodTurns(LONGEST_TURN_MILLIS);
    private final Map<PodName, List<Wish>> wishes = new ConcurrentHashMap<>();

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
     * falls silent, all labels of a pod go in one write, instead of each in one that refuses the others' versions.
     */
    Wish wish(LabelTarget target) {
        var wish = new Wish(target, new CompletableFuture<>());
        wishes.merge(PodName.of(target), List.of(wish), LabelRemoval::joined);
        return wish;
    }

    /** The same as {@link #retract}, for a removal that was wished for before; at once when somebody has done it. */
    boolean carryOut(Wish wish) {
        var pod = PodName.of(wish.target());
        var turn = turns.take(wish.target().uid());
        try {
            var all = wish.done().isDone() ? null : wishes.remove(pod);
            if (all != null) { // else somebody is at it, who did not get the turn
                carryOut(pod, all);
            }
        } finally {
            turn.close();
        }
        return outcomeOf(wish);
    }

    private static boolean outcomeOf(Wish wish) {
        try {
            return wish.done().join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException failed) {
                throw failed;
            }
            throw e;
        }
    }

    /** They were taken out of the waiting ones before the pod is read: who wishes from now on wishes anew. */
    private void carryOut(PodName name, List<Wish> all) {
        try {
            var done = changeAll(
                    name.namespace(),
                    name.name(),
                    pod -> all.stream()
                            .map(Wish::target)
                            .filter(target -> target.keys().areOn(pod) && target.tokenOn(pod) <= target.token())
                            .map(target -> KeyChange.retract(target.keys(), pod, nonces.get()))
                            .toList());
            all.forEach(wish -> wish.done().complete(done));
        } catch (RuntimeException | Error e) {
            all.forEach(wish -> wish.done().completeExceptionally(e));
        }
    }

    private static List<Wish> joined(List<Wish> some, List<Wish> more) {
        return Stream.concat(some.stream(), more.stream()).toList();
    }

    /** A removal that is wanted, and whether it is done. */
    record Wish(LabelTarget target, CompletableFuture<Boolean> done) {}

    private record PodName(String namespace, String name) {
        static PodName of(LabelTarget target) {
            return new PodName(target.namespace(), target.pod());
        }
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
