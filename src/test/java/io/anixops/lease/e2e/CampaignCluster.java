package io.anixops.lease.e2e;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.fabric8.kubernetes.client.dsl.PodResource;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** The pods and resources of a {@link Campaign}, and every version of a pod of theirs. */
final class CampaignCluster implements AutoCloseable {
    private final Scene scene;
    private final KubernetesClient client;
    private final int ttlSeconds;
    private final List<PodSighting> sightings = new ArrayList<>();
    private final Watch watch;

    CampaignCluster(ControlPlane plane, Scene scene, int ttlSeconds) {
        this.scene = scene;
        client = plane.client();
        this.ttlSeconds = ttlSeconds;
        watch = client.pods().inNamespace(scene.namespace()).watch(new Memory());
        scene.deployment(3);
        IntStream.range(0, CampaignPlan.LEASES).forEach(this::make);
    }

    static String lease(int number) {
        return "main-" + number;
    }

    private void make(int number) {
        scene.apply(Manifests.databaseLease(scene.namespace(), lease(number), Scene.APP, ttlSeconds));
    }

    Runnable makeAgain(int number) {
        scene.kubectl("delete", "databaselease", lease(number));
        return () -> make(number);
    }

    Runnable suspend(int number) {
        change(number, "{\"suspend\": true}");
        return () -> change(number, "{\"suspend\": false}");
    }

    Runnable giveAnotherTtl(int number) {
        change(number, "{\"ttlSeconds\": %d}".formatted(ttlSeconds + 3));
        return () -> change(number, "{\"ttlSeconds\": %d}".formatted(ttlSeconds));
    }

    private void change(int number, String spec) {
        scene.kubectl("patch", "databaselease", lease(number), "--type=merge", "-p", "{\"spec\":" + spec + "}");
    }

    Runnable stepDown(int number) {
        scene.kubectl(
                "annotate",
                "databaselease",
                lease(number),
                "--overwrite",
                "lease.anixops.io/step-down=" + System.nanoTime());
        return () -> {};
    }

    Runnable deletePod() {
        somebodyLeading().delete();
        return () -> {};
    }

    Runnable takeReadiness() {
        var pod = somebodyLeading().get();
        if (pod == null) {
            return () -> {};
        }
        var name = pod.getMetadata().getName();
        scene.setReady(name, false);
        return () -> {
            if (scene.pod(name).get() != null) {
                scene.setReady(name, true);
            }
        };
    }

    Runnable roll() {
        scene.kubectl("rollout", "restart", "deployment/" + Scene.APP);
        return () -> {};
    }

    /** Another hand puts a lease's label on a pod that does not lead it. */
    void labelAnother(int number) {
        var leader = scene.watch().latest(lease(number)).orElseThrow().pod();
        var other = scene.candidates().stream()
                .filter(pod -> !pod.equals(leader))
                .findFirst()
                .orElseThrow();
        scene.kubectl("label", "pod", other.name(), PodJudge.LEADER + lease(number) + "=true");
    }

    private PodResource somebodyLeading() {
        return scene.watch()
                .latest(lease(0))
                .map(change -> scene.pod(change.pod().name()))
                .orElseGet(() -> scene.pod(scene.candidates().get(0).name()));
    }

    /** Each lease is led, by its label, and its status says so. */
    boolean isWell(int number) {
        return scene.kubectl(
                                "get",
                                "databaselease",
                                lease(number),
                                "-o",
                                "jsonpath={.status.conditions[?(@.type==\"Ready\")].reason}")
                        .equals("LeaderHere")
                && scene.watch().latest(lease(number)).isPresent();
    }

    List<LeaderWatch.Change> changesOf(int number) {
        return scene.watch().changesOf(lease(number));
    }

    List<PodSighting> sightings() {
        scene.awaitSeen();
        synchronized (sightings) {
            return List.copyOf(sightings);
        }
    }

    @Override
    public void close() {
        watch.close();
    }

    private final class Memory implements Watcher<Pod> {
        @Override
        public void eventReceived(Action action, Pod pod) {
            if (action == Action.ADDED || action == Action.MODIFIED || action == Action.DELETED) {
                synchronized (sightings) {
                    sightings.add(PodSighting.of(pod, action == Action.DELETED));
                }
            }
        }

        @Override
        public void onClose(WatcherException cause) {
            throw new IllegalStateException("the campaign saw no more", cause);
        }
    }
}
