package io.anixops.lease.e2e;

import io.fabric8.kubernetes.client.dsl.PodResource;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** The pods and resources of a {@link Campaign}, and every version of a pod of theirs. */
final class CampaignCluster implements AutoCloseable {
    private static final int PODS = 3;
    private static final String POD_NAME = "statefulset.kubernetes.io/pod-name";

    private final Scene scene;
    private final int ttlSeconds;
    private final String workload;
    private final PodSightings sightings;

    /** Its pods may come back under their names when they go. */
    CampaignCluster(ControlPlane plane, Scene scene, int ttlSeconds, boolean namesComeBack) {
        this.scene = scene;
        this.ttlSeconds = ttlSeconds;
        sightings = new PodSightings(plane.client(), scene.namespace());
        workload = (namesComeBack ? "statefulset/" : "deployment/") + Scene.APP;
        if (namesComeBack) {
            scene.statefulSet(PODS);
        } else {
            scene.deployment(PODS);
        }
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
        scene.kubectl("rollout", "restart", workload);
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

    /** A lease's only candidate is this pod, until what is returned lets it be any of them. */
    Runnable selectOnly(int number, String pod) {
        select(number, "\"%s\"".formatted(pod));
        return () -> select(number, "null");
    }

    private void select(int number, String pod) {
        change(number, "{\"selector\": {\"matchLabels\": {\"%s\": %s}}}".formatted(POD_NAME, pod));
    }

    /** A candidate that does not lead the lease. */
    String anotherCandidate(int number, String... butNot) {
        var leading = leaderOf(number);
        return scene.candidates().stream()
                .map(Leader::name)
                .filter(name ->
                        !leading.equals(Optional.of(name)) && !List.of(butNot).contains(name))
                .findFirst()
                .orElseThrow();
    }

    /** The pod that bears the lease's label. */
    Optional<String> leaderOf(int number) {
        return scene.watch().latest(lease(number)).map(change -> change.pod().name());
    }

    /** A candidate that has never led anything. */
    String newcomer(int number, String... butNot) {
        var name = anotherCandidate(number, butNot);
        replace(name);
        return name;
    }

    /** Waits until there is a ready pod in the place of this one, which is gone at once. */
    void replace(String name) {
        var former = Leader.of(scene.pod(name).get());
        remove(name);
        Eventually.until(
                name + " is another one",
                () -> scene.candidates().stream().anyMatch(one -> one.name().equals(name) && !one.equals(former)));
        scene.awaitReadyPods(PODS);
    }

    /** At once, as a node that is lost does it. */
    void remove(String name) {
        scene.pod(name).withGracePeriod(0).delete();
    }

    private PodResource somebodyLeading() {
        return scene.pod(leaderOf(0).orElseGet(() -> scene.candidates().get(0).name()));
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
        return sightingsSoFar();
    }

    List<PodSighting> sightingsSoFar() {
        return sightings.soFar();
    }

    @Override
    public void close() {
        sightings.close();
    }
}
