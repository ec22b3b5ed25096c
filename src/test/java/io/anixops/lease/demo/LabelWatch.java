package io.anixops.lease.demo;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Sees every change of every pod, in the API server's order, and remembers who led with which token. */
final class LabelWatch implements Watcher<Pod>, AutoCloseable {
    private static final String LEADER = "leader.lease.anixops.io/";
    private static final String TOKEN = "token.lease.anixops.io/";

    private final Map<String, Map<String, String>> labels = new HashMap<>();
    private final Map<String, Integer> most = new HashMap<>();
    private final Map<String, List<Long>> tokens = new HashMap<>();
    private final Map<String, Instant> offSince = new HashMap<>();
    private final Watch watch;

    LabelWatch(KubernetesClient client, String namespace) {
        watch = client.pods().inNamespace(namespace).watch(this);
    }

    synchronized int mostAtOnce(String lease) {
        return most.getOrDefault(lease, 0);
    }

    /** Each token that a leader bore was at least the one before; a new leader's was higher. */
    synchronized boolean tokensRose(String lease) {
        var seen = tokens.getOrDefault(lease, List.of());
        return !seen.isEmpty() && seen.equals(seen.stream().distinct().sorted().toList());
    }

    /** When the last pod lost the label; empty while one bears it. */
    synchronized Optional<Instant> offSince(String lease) {
        return Optional.ofNullable(offSince.get(lease));
    }

    @Override
    public synchronized void eventReceived(Action action, Pod pod) {
        var uid = pod.getMetadata().getUid();
        if (action == Action.DELETED) {
            labels.remove(uid);
        } else {
            labels.put(uid, pod.getMetadata().getLabels());
        }
        pod.getMetadata().getLabels().keySet().stream()
                .filter(key -> key.startsWith(LEADER))
                .forEach(key -> count(key.substring(LEADER.length()), pod));
        most.keySet().forEach(this::noteEnd);
    }

    private void noteEnd(String lease) {
        if (leading(lease) > 0) {
            offSince.remove(lease);
        } else {
            offSince.putIfAbsent(lease, Instant.now()); // the database's clock is this machine's
        }
    }

    private int leading(String lease) {
        return (int) labels.values().stream()
                .filter(keys -> keys.containsKey(LEADER + lease))
                .count();
    }

    private void count(String lease, Pod pod) {
        most.merge(lease, leading(lease), Math::max);
        var token = Long.parseLong(pod.getMetadata().getLabels().get(TOKEN + lease));
        var seen = tokens.computeIfAbsent(lease, any -> new ArrayList<>());
        if (seen.isEmpty() || seen.get(seen.size() - 1) != token) {
            seen.add(token);
        }
    }

    @Override
    public void onClose(WatcherException cause) {
        throw new IllegalStateException("the watch of the pods ended", cause);
    }

    @Override
    public void close() {
        watch.close();
    }
}
