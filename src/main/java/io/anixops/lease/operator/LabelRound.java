package io.anixops.lease.operator;

import io.anixops.lease.operator.LabelProtocol.Placement;
import io.anixops.lease.operator.PodAccess.Written;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The four steps for leases that move to one pod, each step for all of them at once; a lease that cannot take a step drops
 * out. Every write holds only for the version that it was decided on; on a conflict the pod is read and judged again.
 */
final class LabelRound {
    /** Kubelet and other leases write to the same pods; each conflict is with a write that made progress. */
    private static final int TRIES = 12;

    private final PodAccess pods;
    private final Supplier<String> nonces;
    private final LabelTarget pod;
    private final Placements placements;

    /** @param wanted all of one pod, at least one */
    LabelRound(PodAccess pods, Supplier<String> nonces, List<Placement> wanted) {
        this.pods = pods;
        this.nonces = nonces;
        this.pod = wanted.get(0).target();
        this.placements = new Placements(wanted);
    }

    /**
     * Takes the steps, and says of each placement what became of it.
     *
     * @throws KubernetesClientException when the API server did not carry out a request that was for all of them
     */
    Map<Placement, LabelResult> run() {
        readTarget().ifPresent(this::label);
        return placements.results();
    }

    private void label(Pod read) {
        var unlabelled = placements.those(target -> !isLabelled(target, read));
        var marked = mark(unlabelled, read);
        fenceOthers(); // also for those that are labelled: another hand may have labelled another pod
        marked.ifPresent(seen -> putLabels(unlabelled, seen));
    }

    private static boolean isLabelled(LabelTarget target, Pod pod) {
        return target.keys().marksLeader(pod) && target.tokenOn(pod) == target.token();
    }

    /** Step 1: our tokens and fresh nonces on the target. */
    private Optional<Pod> mark(List<Placement> unlabelled, Pod read) {
        return write(unlabelled, read, placements::endBelow, this::mark);
    }

    private KeyChange mark(LabelTarget target) {
        return KeyChange.mark(target.keys(), target.token(), nonces.get());
    }

    /** Steps 2 and 3: look, after our own marks, at every pod that leads or has led, and fence the others. */
    private void fenceOthers() {
        if (placements.isEmpty()) {
            return;
        }
        var leases = placements.those(target -> true).stream()
                .map(one -> one.target().keys())
                .toList();
        var others = pods.bearing(pod.namespace(), leases).stream()
                .filter(other -> !other.getMetadata().getUid().equals(pod.uid()))
                .toList();
        others.forEach(placements::endBelow);
        others.forEach(this::fence);
    }

    private void fence(Pod seen) {
        var name = seen.getMetadata().getName();
        var now = Optional.of(seen);
        for (var attempt = 0; attempt < TRIES && now.isPresent(); attempt++) {
            placements.endBelow(now.get());
            var unfenced = unfencedOn(now.get());
            if (unfenced.isEmpty() || fence(unfenced, now.get())) {
                return;
            }
            now = pods.read(pod.namespace(), name);
        }
        now.ifPresent(other -> placements.end(unfencedOn(other), changing(name)));
    }

    /** True when nothing is left to do there: fenced, or gone, or those for whom it could not be done have dropped out. */
    private boolean fence(List<Placement> unfenced, Pod other) {
        try {
            return !(pods.write(other, changes(unfenced, this::mark)) instanceof Written.Stale);
        } catch (KubernetesClientException e) {
            placements.end(unfenced, LabelProtocol.refused(e));
            return true;
        }
    }

    private List<Placement> unfencedOn(Pod other) {
        return placements.those(target -> target.keys().marksLeader(other)
                || (target.keys().areOn(other) && target.tokenOn(other) < target.token()));
    }

    /** Step 4: the labels, on exactly the marks that step 1 left. */
    private void putLabels(List<Placement> unlabelled, Pod marked) {
        write(
                unlabelled,
                marked,
                now -> judge(unlabelled, marked, now),
                target -> KeyChange.lead(target.keys(), marked));
    }

    private void judge(List<Placement> unlabelled, Pod marked, Pod now) {
        var left = placements.among(unlabelled);
        placements.end(
                left.stream()
                        .filter(one -> !bearsMark(one.target(), marked, now))
                        .toList(),
                pending("the keys on pod %s were changed by another hand".formatted(pod.pod())));
        placements.end(
                placements.among(left).stream()
                        .filter(one -> !one.trusted().getAsBoolean())
                        .toList(),
                pending("trust in the database's last answer has ended"));
    }

    /** Other writers may have changed the pod, but our mark must be the one of step 1. */
    private static boolean bearsMark(LabelTarget target, Pod marked, Pod now) {
        var keys = target.keys();
        return target.tokenOn(now) == target.token() && keys.nonceOn(now).equals(keys.nonceOn(marked));
    }

    /**
     * Writes to the target for those of these that still go once they were judged by the very version that is written.
     *
     * @return the pod as written; empty when none of them goes on
     */
    private Optional<Pod> write(
            List<Placement> these, Pod read, Consumer<Pod> judge, Function<LabelTarget, KeyChange> change) {
        var now = Optional.of(read);
        for (var attempt = 0; attempt < TRIES && now.isPresent(); attempt++) {
            judge.accept(now.get());
            var left = placements.among(these);
            if (left.isEmpty()) {
                return Optional.empty();
            }
            if (pods.write(now.get(), changes(left, change)) instanceof Written.Done done) {
                return Optional.of(done.pod());
            }
            now = readTarget();
        }
        placements.end(placements.among(these), changing(pod.pod()));
        return Optional.empty();
    }

    private static List<KeyChange> changes(List<Placement> these, Function<LabelTarget, KeyChange> change) {
        return these.stream().map(Placement::target).map(change).toList();
    }

    /** Empty when it is gone, and all drop out. */
    private Optional<Pod> readTarget() {
        var read = pods.read(pod.namespace(), pod.pod())
                .filter(found -> found.getMetadata().getUid().equals(pod.uid()));
        if (read.isEmpty()) {
            placements.endAll(pending("pod %s is gone".formatted(pod.pod())));
        }
        return read;
    }

    private static LabelResult changing(String pod) {
        return pending("pod %s changes faster than its labels can be written".formatted(pod));
    }

    private static LabelResult pending(String why) {
        return new LabelResult.Pending(why);
    }
}
