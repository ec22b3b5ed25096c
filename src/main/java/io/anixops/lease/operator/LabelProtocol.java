package io.anixops.lease.operator;

import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Puts the leader label onto one pod, so that at no moment two pods bear it: mark, look, fence, label.
 *
 * <p>The argument, and the variants that fail, are in the model {@code Fence.tla} and in ADR 0002. Leases that move to
 * one pod at about the same time go through the steps together. Safe from any thread.
 */
final class LabelProtocol {
    /** Enough for dozens of leases that move to one pod at once; an API server that hangs must not add up over leases. */
    private static final long LONGEST_TURN_MILLIS = 5_000;

    private final PodAccess pods;
    private final Supplier<String> nonces;
    private final PodWishes<Placement, LabelResult> wishes = new PodWishes<>(new PodTurns(LONGEST_TURN_MILLIS));

    LabelProtocol(PodAccess pods, Supplier<String> nonces) {
        this.pods = pods;
        this.nonces = nonces;
    }

    /**
     * A label that is wanted.
     *
     * @param trusted whether the term may still be acted on; asked right before the label is written
     */
    record Placement(LabelTarget target, BooleanSupplier trusted) {}

    /** Brings the label to the target; again is harmless. */
    LabelResult label(LabelTarget target, BooleanSupplier trusted) {
        return wishes.carryOut(wishes.add(target.uid(), new Placement(target, trusted)), this::label);
    }

    /** Brings labels of several leases to their one pod. */
    Map<Placement, LabelResult> label(List<Placement> wanted) {
        try {
            return new LabelRound(pods, nonces, wanted).run();
        } catch (KubernetesClientException e) {
            return afterFailure(wanted, e);
        }
    }

    /** What was refused for its content is tried for each alone: one lease must not keep the others from their labels. */
    private Map<Placement, LabelResult> afterFailure(List<Placement> wanted, KubernetesClientException e) {
        var results = new HashMap<Placement, LabelResult>();
        wanted.forEach(one -> results.put(one, refused(e)));
        if (wanted.size() > 1 && ApiErrors.isOfContent(e)) {
            wanted.forEach(one -> results.putAll(label(List.of(one))));
        }
        return results;
    }

    static LabelResult refused(KubernetesClientException e) {
        return new LabelResult.Pending("the API server did not carry out a write to a pod: " + ApiErrors.sentence(e));
    }
}
