package io.anixops.lease.operator;

import io.anixops.lease.operator.PodAccess.Written;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Puts the leader label onto one pod, so that at no moment two pods bear it: mark, look, fence, label.
 *
 * <p>The argument, and the variants that fail, are in the model {@code Fence.tla} and in ADR 0002. Every write holds
 * only for the version that it was decided on; on a conflict the pod is read and judged again.
 */
final class LabelProtocol {
    /** Kubelet and other leases write to the same pods; each conflict is with a write that made progress. */
    private static final int TRIES = 12;

    /** Enough for dozens of leases that move to one pod at once; an API server that hangs must not add up over leases. */
    private static final long LONGEST_TURN_MILLIS = 5_000;

    private final PodAccess pods;
    private final Supplier<String> nonces;
    private final PodTurns turns;

    LabelProtocol(PodAccess pods, Supplier<String> nonces) {
        this(pods, nonces, new PodTurns(LONGEST_TURN_MILLIS));
    }

    LabelProtocol(PodAccess pods, Supplier<String> nonces, PodTurns turns) {
        this.turns = turns;
        this.pods = pods;
        this.nonces = nonces;
    }

    /**
     * Brings the label to the target; again is harmless.
     *
     * @param trusted whether the term may still be acted on; asked right before the label is written
     */
    LabelResult label(LabelTarget target, BooleanSupplier trusted) {
        try {
            var read = readTarget(target);
            if (isLabelled(target, read)) {
                fenceOthers(target); // another hand may have labelled one
            } else {
                var marked = mark(target, read);
                fenceOthers(target);
                putLabel(target, marked, trusted);
            }
            return new LabelResult.Labelled();
        } catch (StepEnded e) {
            return e.result;
        } catch (KubernetesClientException e) {
            return new LabelResult.Pending(
                    "the API server did not carry out a write to a pod: " + ApiErrors.sentence(e));
        }
    }

    private static boolean isLabelled(LabelTarget target, Pod pod) {
        return target.keys().marksLeader(pod) && target.tokenOn(pod) == target.token();
    }

    /** Step 1: our token and a fresh nonce on the target. */
    private Pod mark(LabelTarget target, Pod read) {
        try (var turn = turns.take(target.uid())) {
            var newest = turn.waited() ? turn.left().orElseGet(() -> readTarget(target)) : read;
            var marked = markInTurn(target, newest);
            turn.leave(marked);
            return marked;
        }
    }

    private Pod markInTurn(LabelTarget target, Pod read) {
        var pod = read;
        for (var attempt = 0; attempt < TRIES; attempt++) {
            endIfHigher(target, pod);
            if (pods.write(pod, KeyChange.mark(target.keys(), target.token(), nonces.get()))
                    instanceof Written.Done done) {
                return done.pod();
            }
            pod = readTarget(target);
        }
        throw changing(target.pod());
    }

    private Pod readTarget(LabelTarget target) {
        return pods.read(target.namespace(), target.pod())
                .filter(pod -> pod.getMetadata().getUid().equals(target.uid()))
                .orElseThrow(() -> pending("pod %s is gone".formatted(target.pod())));
    }

    /** Steps 2 and 3: look, after our own mark, at every pod that leads or has led, and fence the others. */
    private void fenceOthers(LabelTarget target) {
        var others = pods.bearing(target.namespace(), target.keys()).stream()
                .filter(pod -> !pod.getMetadata().getUid().equals(target.uid()))
                .toList();
        others.forEach(pod -> endIfHigher(target, pod));
        others.forEach(pod -> fence(target, pod));
    }

    private void fence(LabelTarget target, Pod seen) {
        try (var turn = turns.take(seen.getMetadata().getUid())) {
            if (turn.waited()) {
                turn.left()
                        .filter(pod -> needsFence(target, pod)) // by a pod that is left, none is spared
                        .or(() ->
                                pods.read(target.namespace(), seen.getMetadata().getName()))
                        .ifPresent(pod -> fenceInTurn(target, pod, turn));
            } else {
                fenceInTurn(target, seen, turn);
            }
        }
    }

    private void fenceInTurn(LabelTarget target, Pod seen, PodTurns.Turn turn) {
        var pod = seen;
        for (var attempt = 0; attempt < TRIES; attempt++) {
            endIfHigher(target, pod);
            if (!needsFence(target, pod)) {
                return;
            }
            var written = pods.write(pod, KeyChange.mark(target.keys(), target.token(), nonces.get()));
            if (written instanceof Written.Done done) {
                turn.leave(done.pod());
            }
            if (!(written instanceof Written.Stale)) {
                return; // fenced, or gone
            }
            var now = pods.read(target.namespace(), pod.getMetadata().getName());
            if (now.isEmpty()) {
                return;
            }
            pod = now.get();
        }
        throw changing(pod.getMetadata().getName());
    }

    private static boolean needsFence(LabelTarget target, Pod pod) {
        var keys = target.keys();
        return keys.marksLeader(pod) || (keys.areOn(pod) && target.tokenOn(pod) < target.token());
    }

    /** Step 4: the label, on exactly the mark that step 1 left. */
    private void putLabel(LabelTarget target, Pod marked, BooleanSupplier trusted) {
        try (var turn = turns.take(target.uid())) {
            var newest = turn.waited()
                    ? turn.left()
                            .filter(pod -> bearsMark(target, marked, pod))
                            .orElseGet(() -> readMarked(target, marked))
                    : marked;
            turn.leave(putLabelInTurn(target, marked, newest, trusted));
        }
    }

    private Pod putLabelInTurn(LabelTarget target, Pod marked, Pod read, BooleanSupplier trusted) {
        var pod = read;
        for (var attempt = 0; attempt < TRIES; attempt++) {
            if (!trusted.getAsBoolean()) {
                throw pending("trust in the database's last answer has ended");
            }
            if (pods.write(pod, KeyChange.lead(target.keys(), pod)) instanceof Written.Done done) {
                return done.pod();
            }
            pod = readMarked(target, marked);
        }
        throw changing(target.pod());
    }

    /** Other writers may have changed the pod, but our mark must be the one of step 1. */
    private Pod readMarked(LabelTarget target, Pod marked) {
        var pod = readTarget(target);
        if (!bearsMark(target, marked, pod)) {
            throw pending("the keys on pod %s were changed by another hand".formatted(target.pod()));
        }
        return pod;
    }

    private static boolean bearsMark(LabelTarget target, Pod marked, Pod pod) {
        var keys = target.keys();
        return target.tokenOn(pod) == target.token() && keys.nonceOn(pod).equals(keys.nonceOn(marked));
    }

    private static void endIfHigher(LabelTarget target, Pod pod) {
        var token = target.tokenOn(pod);
        if (token > target.token()) {
            throw new StepEnded(new LabelResult.HigherToken(token));
        }
    }

    private static StepEnded changing(String pod) {
        return pending("pod %s changes faster than its labels can be written".formatted(pod));
    }

    private static StepEnded pending(String why) {
        return new StepEnded(new LabelResult.Pending(why));
    }

    /** Ends the protocol from within a step; it never leaves this class. */
    private static final class StepEnded extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final transient LabelResult result;

        StepEnded(LabelResult result) {
            super(null, null, false, false);
            this.result = result;
        }
    }
}
