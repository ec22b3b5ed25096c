package io.anixops.lease.e2e;

import static java.util.stream.Collectors.toSet;

import io.anixops.lease.operator.api.DatabaseLease;
import io.anixops.lease.operator.api.DatabaseLeaseStatus;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.dsl.PodResource;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * One scenario: a namespace with candidates {@code web} and a lease {@code main} (or as given), watched by the checker and by a
 * stopwatch from before the first pod.
 */
final class Scene {
    static final String APP = "web";

    private final Stage stage;
    private final ControlPlane plane;
    private final Invariants checker;
    private final String namespace;
    private final LeaderWatch watch;
    private final FakePods pods;
    private String lease = "main";

    Scene(Stage stage, String name) {
        this.stage = stage;
        plane = stage.plane();
        checker = Invariants.watching(plane).and(stage.history());
        namespace = plane.newNamespace(name);
        watch = LeaderWatch.in(plane.client(), namespace);
        pods = new FakePods(plane.client());
    }

    /** The scenario is about a lease of this name. */
    Scene leaseName(String name) {
        lease = name;
        return this;
    }

    String namespace() {
        return namespace;
    }

    /** The pods that have led, one after the other. */
    List<Leader> leaders() {
        return watch.leadersOf(lease);
    }

    /** Each time that a pod got the label or lost it. */
    List<LeaderWatch.Change> changes() {
        return watch.changesOf(lease);
    }

    /** Candidates that become ready by themselves, and come again. */
    Scene deployment(int replicas) {
        apply(Manifests.deployment(namespace, APP, replicas));
        return awaitReadyPods(replicas);
    }

    Scene statefulSet(int replicas) {
        apply(Manifests.statefulSet(namespace, APP, replicas));
        return awaitReadyPods(replicas);
    }

    /** A candidate of no controller, ready. */
    Scene readyPod(String name) {
        plane.client().resource(FakePods.pod(namespace, name, APP, true)).create();
        Eventually.until(name + " has a node", () -> pod(name).get().getSpec().getNodeName() != null);
        setReady(name, true);
        return this;
    }

    Scene lease(int ttlSeconds) {
        return lease(lease, ttlSeconds);
    }

    Scene lease(String name, int ttlSeconds) {
        apply(Manifests.databaseLease(namespace, name, APP, ttlSeconds));
        return this;
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
        return Stream.concat(Stream.of(arguments), Stream.of("-n", namespace)).toArray(String[]::new);
    }

    /** Changes the lease's spec, given as JSON. */
    void changeSpec(String spec) {
        kubectl("patch", "databaselease", lease, "--type=merge", "-p", "{\"spec\":" + spec + "}");
    }

    /** The n-th write to a pod of this scene that a proxy sees from now on. */
    Predicate<ApiProxy.Request> podPatch(int number) {
        var seen = new AtomicInteger();
        return request -> request.method().equals("PATCH")
                && request.path().contains("/namespaces/" + namespace + "/pods/")
                && seen.incrementAndGet() == number;
    }

    PodResource pod(String name) {
        return plane.client().pods().inNamespace(namespace).withName(name);
    }

    void setReady(String pod, boolean ready) {
        pods.setReady(namespace, pod, ready);
    }

    void fail(String pod) {
        pods.fail(namespace, pod);
    }

    Scene awaitReadyPods(int count) {
        Eventually.until(
                count + " pods are ready",
                () -> livePods().stream()
                                .filter(pod -> pod.getStatus().getConditions().stream()
                                        .anyMatch(one -> one.getType().equals("Ready")
                                                && one.getStatus().equals("True")))
                                .count()
                        >= count);
        return this;
    }

    String templateOf(Leader leader) {
        return pod(leader.name()).get().getMetadata().getLabels().get("pod-template-hash");
    }

    private List<Pod> livePods() {
        return plane.client().pods().inNamespace(namespace).list().getItems().stream()
                .filter(pod -> !pod.isMarkedForDeletion())
                .toList();
    }

    /** Who leads, once the label, the row and the status all say so. */
    Leader awaitLeader() {
        Eventually.until("a pod leads by label, row and status", () -> {
            var leader = watch.latest(lease).orElseThrow().pod();
            return row().isHeldBy(leader) && leader.name().equals(status().leader()) && isReady("True", "LeaderHere");
        });
        return watch.latest(lease).orElseThrow().pod();
    }

    /** Does something to the leader that moves leadership, and measures how long it took. */
    Leader move(String event, MovesLeadership what) {
        var before = awaitLeader();
        what.of(before.name());
        var answered = System.nanoTime();
        Eventually.until(
                "another pod leads after: " + event,
                () -> watch.latest(lease)
                        .filter(change -> !change.pod().equals(before))
                        .isPresent());
        var next = watch.latest(lease).orElseThrow();
        stage.measured().handOver(event, Duration.ofNanos(next.nanos() - answered), withoutLeader());
        return awaitLeader();
    }

    /** Measures the last move of leadership, where there was no one request that caused it. */
    void noteMove(String event) {
        stage.measured().note(event, "next pod labelled, since the label before was gone,", withoutLeader());
    }

    private Duration withoutLeader() {
        var changes = watch.changesOf(lease);
        var next = changes.get(changes.size() - 1);
        var lost = changes.get(changes.size() - 2);
        return Duration.ofNanos(next.nanos() - lost.nanos());
    }

    Set<Leader> leadersOf(List<String> leases) {
        return leases.stream()
                .flatMap(lease -> watch.latest(lease).stream())
                .map(LeaderWatch.Change::pod)
                .collect(toSet());
    }

    void awaitLeadersOf(List<String> leases, Set<Leader> butNot) {
        Eventually.until(
                "each lease has a leader, none of " + butNot,
                () -> leases.stream()
                        .allMatch(lease -> watch.latest(lease)
                                .filter(change -> !butNot.contains(change.pod()))
                                .isPresent()));
    }

    /** Measures when the last of many leases had its next leader. */
    void noteLast(String event, List<String> leases, long since) {
        var last = leases.stream()
                .mapToLong(lease -> watch.latest(lease).orElseThrow().nanos() - since)
                .max()
                .orElseThrow();
        stage.measured().note(event, "last of the next pods labelled", Duration.ofNanos(last));
    }

    /** Waits until nobody bears the label, and measures how long it took. */
    Duration awaitNoLabel(String event, long since) {
        Eventually.until(
                "nobody leads after: " + event, () -> watch.latest(lease).isEmpty());
        var changes = watch.changesOf(lease);
        var took = Duration.ofNanos(changes.get(changes.size() - 1).nanos() - since);
        stage.measured().note(event, "label off", took);
        return took;
    }

    void awaitReason(String ready, String reason) {
        Eventually.until("Ready=%s with %s".formatted(ready, reason), () -> isReady(ready, reason));
    }

    void awaitFree() {
        Eventually.until("the row is free", () -> !row().isHeld());
    }

    boolean isReady(String status, String reason) {
        var ready = condition("Ready").orElseThrow();
        return ready.getStatus().equals(status) && ready.getReason().equals(reason);
    }

    Optional<Condition> condition(String type) {
        return status().conditions().stream()
                .filter(one -> one.getType().equals(type))
                .findFirst();
    }

    DatabaseLeaseStatus status() {
        return plane.client()
                .resources(DatabaseLease.class)
                .inNamespace(namespace)
                .withName(lease)
                .get()
                .getStatus();
    }

    RowNow row() {
        return row(lease);
    }

    RowNow row(String lease) {
        return RowNow.read(stage.database().dataSource(), namespace + "/" + lease);
    }

    /** The pods that bear the label, read live. */
    List<String> labelled() {
        return labelled(lease);
    }

    List<String> labelled(String lease) {
        return withLabel(PodJudge.LEADER + lease).stream()
                .map(pod -> pod.getMetadata().getName())
                .toList();
    }

    List<Pod> withLabel(String key) {
        return plane.client()
                .pods()
                .inNamespace(namespace)
                .withLabel(key)
                .list()
                .getItems();
    }

    /** Fails with all that was violated since the scene was made; its leases go, so that no later operator meets them. */
    void end() {
        try {
            checker.assertNothingViolated();
        } finally {
            plane.kubectl("delete", "databaselease", "--all", "-n", namespace).orFail();
            plane.kubectl("delete", "namespace", namespace, "--wait=false").orFail();
            watch.close();
            checker.close();
        }
    }

    /** Something done to a pod, by its name. */
    interface MovesLeadership {
        void of(String leader);
    }
}
