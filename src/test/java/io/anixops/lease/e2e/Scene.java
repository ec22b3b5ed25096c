package io.anixops.lease.e2e;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.dsl.PodResource;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * One scenario: a namespace with candidates {@code web} and a lease {@code main} (or as told), watched by the checker
 * from before the first pod.
 */
final class Scene extends WatchedLease {
    static final String APP = "web";

    private final ControlPlane plane;
    private final Invariants checker;
    private final FakePods pods;

    private Scene(Stage stage, Invariants checker, String namespace) {
        super(stage, namespace);
        this.checker = checker;
        plane = stage.plane();
        pods = new FakePods(plane.client());
    }

    static Scene on(Stage stage, String name) {
        return in(stage, stage.plane().newNamespace(name));
    }

    /** In this very namespace, which has no pod yet. */
    static Scene in(Stage stage, String namespace) {
        return new Scene(stage, Invariants.watching(stage.plane()).and(stage.history()), namespace);
    }

    /** One in which rows are set back by hand: what the pods bear is judged, and the rows are not. */
    static Scene ofTamperedRows(Stage stage, String name) {
        return new Scene(
                stage, Invariants.watching(stage.plane()), stage.plane().newNamespace(name));
    }

    /** Candidates that become ready by themselves, and come again. */
    Scene deployment(int replicas) {
        apply(Manifests.deployment(namespace(), APP, replicas));
        return awaitReadyPods(replicas);
    }

    Scene statefulSet(int replicas) {
        apply(Manifests.statefulSet(namespace(), APP, replicas));
        return awaitReadyPods(replicas);
    }

    /** A candidate of no controller, ready. */
    Scene readyPod(String name) {
        return readyPod(name, APP);
    }

    /** The same for leases that select this app. */
    Scene readyPod(String name, String app) {
        plane.client().resource(FakePods.pod(namespace(), name, app, true)).create();
        Eventually.until(name + " has a node", () -> pod(name).get().getSpec().getNodeName() != null);
        setReady(name, true);
        return this;
    }

    Scene lease(int ttlSeconds) {
        apply(Manifests.databaseLease(namespace(), leaseName(), APP, ttlSeconds));
        return this;
    }

    /** One that the pods' own processes hold. */
    Scene leaseOfPods(int ttlSeconds) {
        apply(Manifests.databaseLeaseOfPods(namespace(), leaseName(), APP, ttlSeconds));
        return this;
    }

    /** The candidates as they could lead, by name. */
    List<Leader> candidates() {
        return plane.client().pods().inNamespace(namespace()).withLabel("app", APP).list().getItems().stream()
                .map(Leader::of)
                .sorted(Comparator.comparing(Leader::name))
                .toList();
    }

    /** Creation times have whole seconds: only what is made from now on is seen to be younger. */
    void awaitTheNextSecond() {
        var second = Instant.now().getEpochSecond();
        Eventually.until("the next second", () -> Instant.now().getEpochSecond() > second);
    }

    /** Changes the lease's spec, given as JSON. */
    void changeSpec(String spec) {
        kubectl("patch", "databaselease", leaseName(), "--type=merge", "-p", "{\"spec\":" + spec + "}");
    }

    void apply(String manifest) {
        plane.kubectl().apply(manifest);
    }

    /** kubectl in this namespace; it must succeed. */
    String kubectl(String... arguments) {
        return plane.kubectl(inNamespace(arguments)).orFail();
    }

    /** kubectl in this namespace, in the background. */
    Child startKubectl(String... arguments) {
        return plane.kubectl().start(inNamespace(arguments));
    }

    private String[] inNamespace(String... arguments) {
        return Stream.concat(Stream.of(arguments), Stream.of("-n", namespace())).toArray(String[]::new);
    }

    PodResource pod(String name) {
        return plane.client().pods().inNamespace(namespace()).withName(name);
    }

    void setReady(String pod, boolean ready) {
        pods.setReady(namespace(), pod, ready);
    }

    void fail(String pod) {
        pods.fail(namespace(), pod);
    }

    String templateOf(Leader leader) {
        return pod(leader.name()).get().getMetadata().getLabels().get("pod-template-hash");
    }

    /** Waits until so many pods are ready and none of them terminates. */
    Scene awaitReadyPods(int count) {
        Eventually.until(count + " pods are ready", () -> readyPods() >= count);
        return this;
    }

    private long readyPods() {
        return plane.client().pods().inNamespace(namespace()).list().getItems().stream()
                .filter(pod -> !pod.isMarkedForDeletion())
                .filter(Scene::isReady)
                .count();
    }

    private static boolean isReady(Pod pod) {
        return pod.getStatus().getConditions().stream()
                .anyMatch(
                        one -> one.getType().equals("Ready") && one.getStatus().equals("True"));
    }

    /** What is done to the API server now ends every watch, also those of the checker. */
    void acrossARestart() {
        checker.acrossARestart();
    }

    /** Waits until the checker has seen all that was written until now. */
    void awaitSeen() {
        checker.catchUp();
    }

    /** The n-th write to a pod of this scene that a proxy sees from now on. */
    Predicate<ApiProxy.Request> podPatch(int number) {
        var seen = new AtomicInteger();
        return request -> request.method().equals("PATCH")
                && request.path().contains("/namespaces/" + namespace() + "/pods/")
                && seen.incrementAndGet() == number;
    }

    /** All that was violated since the scene was made. */
    List<String> violations() {
        checker.catchUp();
        return checker.violations();
    }

    /** Fails with all that was violated since the scene was made, and leaves it. */
    void end() {
        try {
            checker.assertNothingViolated();
        } finally {
            leave();
        }
    }

    /** Its leases go, so that no later operator meets them. */
    void leave() {
        kubectl("delete", "databaselease", "--all", "--wait=false");
        plane.kubectl("delete", "namespace", namespace(), "--wait=false", "--ignore-not-found")
                .orFail();
        watch().close();
        checker.close();
    }
}
