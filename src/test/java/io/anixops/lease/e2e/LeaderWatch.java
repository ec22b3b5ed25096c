package io.anixops.lease.e2e;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.fabric8.kubernetes.client.dsl.Watchable;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;

/** Notes when which pod of a namespace got or lost which leader label, in the order of the API server's writes. */
final class LeaderWatch implements AutoCloseable {
    private final Map<String, Set<String>> leasesByUid = new HashMap<>();
    private final List<Change> changes = new CopyOnWriteArrayList<>();
    private final List<String> blindness = new CopyOnWriteArrayList<>();
    private final Watchable<Pod> pods;
    private volatile Watch watch;

    /** One pod got a lease's leader label, or lost it, or is gone with it. */
    record Change(long nanos, Instant at, String lease, Leader pod, boolean leads) {}

    private LeaderWatch(Watchable<Pod> pods) {
        this.pods = pods;
        watch = pods.watch(new Eyes());
    }

    static LeaderWatch in(KubernetesClient client, String namespace) {
        return new LeaderWatch(client.pods().inNamespace(namespace));
    }

    /** In all namespaces; each lease has a name of its own. */
    static LeaderWatch everywhere(KubernetesClient client) {
        return new LeaderWatch(client.pods().inAnyNamespace());
    }

    List<Change> changesOf(String lease) {
        if (!blindness.isEmpty()) {
            throw new IllegalStateException("the watch of leaders ended: " + blindness);
        }
        return changes.stream().filter(change -> change.lease().equals(lease)).toList();
    }

    /** The pods that got the label, one after the other. */
    List<Leader> leadersOf(String lease) {
        return changesOf(lease).stream().filter(Change::leads).map(Change::pod).toList();
    }

    /** When the pod that leads now got its label; empty while nobody leads. */
    Optional<Change> latest(String lease) {
        Map<Leader, Change> lastOfPod = new LinkedHashMap<>();
        changesOf(lease).forEach(change -> {
            lastOfPod.remove(change.pod());
            lastOfPod.put(change.pod(), change);
        });
        return lastOfPod.values().stream().filter(Change::leads).reduce((one, later) -> later);
    }

    /** The last change of each lease, for many leases at once. */
    Map<String, Change> lastChanges() {
        Map<String, Change> last = new HashMap<>();
        changes.forEach(change -> last.put(change.lease(), change));
        return last;
    }

    @Override
    public void close() {
        watch.close();
    }

    private synchronized void see(Pod pod, boolean gone) {
        var leader = Leader.of(pod);
        Set<String> now = gone ? Set.of() : leasesOf(pod);
        Set<String> before =
                Optional.ofNullable(leasesByUid.put(leader.uid(), now)).orElse(Set.of());
        note(leader, minus(before, now), false);
        note(leader, minus(now, before), true);
    }

    private void note(Leader pod, Set<String> leases, boolean leads) {
        leases.forEach(lease -> changes.add(new Change(System.nanoTime(), Instant.now(), lease, pod, leads)));
    }

    private static Set<String> minus(Set<String> all, Set<String> some) {
        Set<String> rest = new HashSet<>(all);
        rest.removeAll(some);
        return rest;
    }

    private static Set<String> leasesOf(Pod pod) {
        Map<String, String> labels =
                Optional.ofNullable(pod.getMetadata().getLabels()).orElse(Map.of());
        return labels.keySet().stream()
                .filter(key -> key.startsWith(PodJudge.LEADER))
                .map(key -> key.substring(PodJudge.LEADER.length()))
                .collect(Collectors.toSet());
    }

    private final class Eyes implements Watcher<Pod> {
        @Override
        public void eventReceived(Action action, Pod pod) {
            if (action == Action.ADDED || action == Action.MODIFIED || action == Action.DELETED) {
                see(pod, action == Action.DELETED);
            }
        }

        @Override
        public void onClose(WatcherException cause) {
            if (cause.isHttpGone()) { // the API server was started again: it tells how all pods are now
                watch = pods.watch(new Eyes());
                return;
            }
            blindness.add(String.valueOf(cause));
        }
    }
}
