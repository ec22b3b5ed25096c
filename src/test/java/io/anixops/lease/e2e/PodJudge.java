package io.anixops.lease.e2e;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Sees every version of every pod and finds what must never be: two pods of one namespace that bear the leader label of
 * one lease at once, and a token on a pod that falls.
 *
 * <p>A token that is taken off a pod may come back, but never lower: the last one is remembered by the pod's uid.
 */
final class PodJudge {
    static final String LEADER = "leader.lease.anixops.io/";
    static final String TOKEN = "token.lease.anixops.io/";

    private final Map<Lease, Map<String, PodSighting>> leaders = new HashMap<>();
    private final Map<Mark, Long> tokens = new HashMap<>();
    private final List<String> violations = new ArrayList<>();

    synchronized void see(PodSighting pod) {
        forgetWhereItNoLongerLeads(pod);
        if (!pod.gone()) {
            pod.labels().forEach((key, value) -> judge(pod, key, value));
        }
    }

    /** A list of all there are: a pod that is not in it is gone, unseen. */
    synchronized void seeAll(List<PodSighting> all) {
        var uids = all.stream().map(PodSighting::uid).collect(Collectors.toSet());
        leaders.values().forEach(bearers -> bearers.keySet().retainAll(uids));
        all.forEach(this::see);
    }

    synchronized List<String> violations() {
        return List.copyOf(violations);
    }

    private void forgetWhereItNoLongerLeads(PodSighting pod) {
        leaders.forEach((lease, bearers) -> {
            if (pod.gone() || !"true".equals(pod.labels().get(LEADER + lease.name()))) {
                bearers.remove(pod.uid());
            }
        });
    }

    private void judge(PodSighting pod, String key, String value) {
        if (key.startsWith(LEADER) && value.equals("true")) {
            judgeLeader(pod, key.substring(LEADER.length()));
        } else if (key.startsWith(TOKEN) && value.matches("[0-9]{1,18}")) { // else a stranger's writing
            judgeToken(pod, key.substring(TOKEN.length()), Long.parseLong(value));
        }
    }

    private void judgeLeader(PodSighting pod, String name) {
        var bearers = leaders.computeIfAbsent(new Lease(pod.namespace(), name), lease -> new HashMap<>());
        bearers.put(pod.uid(), pod);
        if (bearers.size() > 1) {
            violations.add("two leaders of %s at once: %s".formatted(name, bearers.values()));
        }
    }

    private void judgeToken(PodSighting pod, String name, long token) {
        Long before = tokens.put(new Mark(pod.uid(), name), token);
        if (before != null && token < before) {
            violations.add("the token of %s fell on %s from %d to %d".formatted(name, pod, before, token));
        }
    }

    private record Lease(String namespace, String name) {}

    private record Mark(String uid, String name) {}
}
