package io.anixops.lease.e2e;

import static java.util.stream.Collectors.joining;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Many leases and many more pods on one operator with the memory that a chart gives it: how long after the last apply until
 * each lease has its leader, and how much memory the process came to. {@code e2e/crowd} runs it.
 */
public final class Crowd {
    private static final int TTL_SECONDS = 30;
    private static final int LEASES_OF_AN_APP = 10;
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    private Crowd() {}

    /** The arguments are how many leases, how many pods, and the memory in MiB. */
    public static void main(String[] args) {
        int leases = Integer.parseInt(args[0]);
        int pods = Integer.parseInt(args[1]);
        int apps = Math.max(1, leases / LEASES_OF_AN_APP);
        try (Stage stage = Stage.open()) {
            Scene scene = stage.scene("crowd");
            OperatorProcess operator =
                    stage.operatorOn("-XX:MaxRAM=%sm".formatted(args[2]), OperatorProcess.SHIPPED_FLAGS);
            makePods(stage, scene, apps, pods);
            scene.apply(IntStream.range(0, leases)
                    .mapToObj(i -> Manifests.databaseLease(scene.namespace(), "lease-" + i, app(i % apps), TTL_SECONDS))
                    .collect(joining("---\n")));
            long applied = System.nanoTime();
            Eventually.until("each has a leader", PATIENCE, () -> led(scene) == leases);
            System.out.printf(
                    "%d leases, %d pods, %s MiB: each had its leader %s after the last apply; the process came to %s%n",
                    leases,
                    pods,
                    args[2],
                    Measured.seconds(Duration.ofNanos(System.nanoTime() - applied)),
                    ProcessUsage.of(operator.pid()).mostResident());
            scene.end();
        }
        System.exit(0); // the shared control plane ends with the JVM
    }

    private static String app(int number) {
        return "app-" + number;
    }

    private static void makePods(Stage stage, Scene scene, int apps, int pods) {
        IntStream.range(0, pods)
                .mapToObj(i -> FakePods.pod(scene.namespace(), "pod-" + i, app(i % apps), false))
                .map(pod -> new PodBuilder(pod)
                        .editSpec()
                        .withNodeName(ControlPlane.NODE)
                        .endSpec()
                        .build())
                .forEach(pod -> stage.plane().client().resource(pod).create());
        Eventually.until("all pods are ready", PATIENCE, () -> ready(stage, scene) == pods);
    }

    private static long ready(Stage stage, Scene scene) {
        List<Pod> pods = stage.plane()
                .client()
                .pods()
                .inNamespace(scene.namespace())
                .list()
                .getItems();
        return pods.stream()
                .filter(pod -> pod.getStatus().getConditions().stream()
                        .anyMatch(one ->
                                one.getType().equals("Ready") && one.getStatus().equals("True")))
                .count();
    }

    private static long led(Scene scene) {
        return scene.watch().lastChanges().values().stream()
                .filter(LeaderWatch.Change::leads)
                .count();
    }
}
