package io.anixops.lease.e2e;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Sees every version of every pod as {@link PodJudge} does, and finds a label where the database or the protocol cannot
 * have put it: one token's label on two pods, and a label that came back on a mark from which it was taken off.
 */
final class MarkJudge {
    static final String NONCE = "nonce.lease.anixops.io/";

    private final Map<String, String> uids = new HashMap<>();
    private final Map<String, String> labelled = new HashMap<>();
    private final Set<String> spent = new HashSet<>();
    private final List<String> violations = new ArrayList<>();

    void see(PodSighting pod) {
        Set<String> now = new HashSet<>();
        if (!pod.gone()) {
            pod.labels().forEach((key, value) -> {
                if (key.startsWith(PodJudge.LEADER) && value.equals("true")) {
                    judge(pod, key.substring(PodJudge.LEADER.length()), now);
                }
            });
        }
        labelled.entrySet().removeIf(stint -> {
            boolean ended = stint.getKey().startsWith(pod.uid() + " ") && !now.contains(stint.getKey());
            return ended && spent.add(stint.getKey() + " " + stint.getValue());
        });
    }

    List<String> violations() {
        return List.copyOf(violations);
    }

    private void judge(PodSighting pod, String lease, Set<String> now) {
        String token = pod.labels().get(PodJudge.TOKEN + lease);
        String nonce = pod.annotations().get(NONCE + lease);
        if (token == null || nonce == null) {
            return; // a stranger's writing, which the operator corrects
        }
        String other = uids.putIfAbsent("%s/%s %s".formatted(pod.namespace(), lease, token), pod.uid());
        if (other != null && !other.equals(pod.uid())) {
            violations.add(
                    "token %s of %s has led on the pod of uid %s, and leads on %s".formatted(token, lease, other, pod));
        }
        String stint = pod.uid() + " " + lease;
        now.add(stint);
        if (labelled.put(stint, nonce) == null && spent.contains(stint + " " + nonce)) {
            violations.add(
                    "the label of %s came back on %s, on a mark from which it was taken off".formatted(lease, pod));
        }
    }
}
