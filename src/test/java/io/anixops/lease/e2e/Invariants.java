package io.anixops.lease.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodList;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Watches every pod of the cluster, and every row of the lease tables given, from the beginning, for what must never
 * happen: two labelled leaders, a falling token, two holders at once.
 *
 * <p>It sees every write: the watch goes on from the version of its first list, and a watch that cannot be continued
 * without a gap is itself a violation.
 */
final class Invariants implements AutoCloseable {
    private static final AtomicInteger SENTINELS = new AtomicInteger();

    private final KubernetesClient client;
    private final PodJudge pods = new PodJudge();
    private final List<RowHistory> histories = new CopyOnWriteArrayList<>();
    private final List<String> blindness = new CopyOnWriteArrayList<>();
    private final Set<String> seenSentinels = ConcurrentHashMap.newKeySet();
    private volatile Watch watch;
    private volatile boolean restarts;

    private Invariants(KubernetesClient client) {
        this.client = client;
        this.watch = watch();
    }

    private Watch watch() {
        PodList start = client.pods().inAnyNamespace().list();
        pods.seeAll(
                start.getItems().stream().map(pod -> PodSighting.of(pod, false)).toList());
        start.getItems().forEach(pod -> seenSentinels.add(pod.getMetadata().getName()));
        return client.pods()
                .inAnyNamespace()
                .watch(
                        new ListOptionsBuilder()
                                .withResourceVersion(start.getMetadata().getResourceVersion())
                                .build(),
                        new Eyes());
    }

    /** The API server is about to be stopped and started again, after which no watch can go on: it begins anew. */
    Invariants acrossARestart() {
        catchUp();
        restarts = true;
        return this;
    }

    static Invariants watching(ControlPlane plane) {
        return new Invariants(plane.client());
    }

    /** Judges the rows of this history too. */
    Invariants and(RowHistory history) {
        histories.add(history);
        return this;
    }

    /** Fails with all that was seen, after making sure that nothing written before this call was missed. */
    void assertNothingViolated() {
        catchUp();
        assertThat(violations()).as("what must never happen").isEmpty();
    }

    List<String> violations() {
        List<String> all = new ArrayList<>(blindness);
        all.addAll(pods.violations());
        for (RowHistory history : histories) {
            try {
                all.addAll(history.violations());
            } catch (SQLException failed) {
                throw new IllegalStateException("the history of the rows cannot be read", failed);
            }
        }
        return all;
    }

    /** Writes a pod of its own and waits to see it: all earlier writes have then been seen as well. */
    void catchUp() {
        String name = "e2e-sentinel-%d-%d".formatted(ProcessHandle.current().pid(), SENTINELS.incrementAndGet());
        Pod sentinel = FakePods.pod("default", name, "e2e-sentinel", true);
        sentinel.getSpec().setSchedulerName("nobody");
        client.resource(sentinel).create();
        try {
            Eventually.until("the checker has seen all", () -> seenSentinels.contains(name) || !blindness.isEmpty());
        } finally {
            client.pods()
                    .inNamespace("default")
                    .withName(name)
                    .withGracePeriod(0)
                    .delete();
        }
    }

    @Override
    public void close() {
        watch.close();
    }

    private final class Eyes implements Watcher<Pod> {
        @Override
        public void eventReceived(Action action, Pod pod) {
            if (action == Action.ADDED || action == Action.MODIFIED || action == Action.DELETED) {
                pods.see(PodSighting.of(pod, action == Action.DELETED));
                seenSentinels.add(pod.getMetadata().getName());
            }
        }

        @Override
        public void onClose(WatcherException cause) {
            if (restarts && cause.isHttpGone()) {
                watch = watch();
                return;
            }
            blindness.add("the checker went blind: " + cause);
        }
    }
}
