package io.anixops.lease.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodSchedulingGate;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A release that is uninstalled by the real helm while its operator runs; kwok plays the hook's pod, so it is run here. */
class ChartUninstallE2E {
    private static final Duration A_WHILE = Duration.ofSeconds(4);
    private static final String NAME = "parting";

    private static Stage stage;

    @BeforeAll
    static void open() {
        stage = Stage.open();
    }

    @AfterAll
    static void close() {
        stage.close();
    }

    @Test
    void no_key_stays_on_any_pod_and_none_comes_back_while_the_operator_still_runs() {
        var scene = stage.scene(NAME);
        var release = ChartRelease.installInto(
                NAME,
                stage.plane(),
                stage.database(),
                "crds.install=false",
                "watchNamespaces={%s}".formatted(scene.namespace()));
        aPageOfPodsThatNeverRan(scene.namespace());
        var hook = hookOf(release);
        try (var operator = release.operator(release.container()).start()) {
            operator.awaitReady();
            scene.deployment(2).lease(30);
            scene.awaitLeader();

            assertThat(run(release, hook)).contains("no pod bears a key of a lease any more, 1 did");

            assertThat(operator.logged()).contains("another replica is active");
            assertThat(bearers(scene.namespace())).isEmpty();
            scene.deployment(3); // something to choose from
            await().during(A_WHILE)
                    .atMost(A_WHILE.multipliedBy(4))
                    .until(() -> bearers(scene.namespace()).findAny().isEmpty());
            release.helm("uninstall", NAME, "--wait", "--timeout", "90s");
            assertThat(operator.isAlive()).isTrue();
        }
        assertThat(bearers(scene.namespace())).isEmpty();
        Eventually.until("nothing of the release is left", () -> left().isEmpty());
        scene.kubectl("get", "databaselease", "main");
        scene.end();
        stage.plane()
                .kubectl("delete", "namespace", NAME + "-system", "--wait=false")
                .orFail();
    }

    private static String run(ChartRelease release, Job hook) {
        var container = hook.getSpec().getTemplate().getSpec().getContainers().get(0);
        var strip = release.operator(container)
                .args(container.getArgs().toArray(String[]::new))
                .start();
        assertThat(strip.awaitEnd(Duration.ofSeconds(120))).as(strip.logged()).isZero();
        return strip.logged();
    }

    /** As the cluster has it, not as a template. */
    private static Job hookOf(ChartRelease release) {
        var job = Stream.of(release.helm("get", "hooks", NAME).split("(?m)^---$"))
                .filter(document -> document.contains("name: %s-database-lease-operator-strip".formatted(NAME)))
                .map(document -> Serialization.unmarshal(document, Job.class))
                .findFirst()
                .orElseThrow();
        assertThat(job.getMetadata().getAnnotations()).containsEntry("helm.sh/hook", "pre-delete");
        assertThat(job.getSpec().getActiveDeadlineSeconds()).isLessThan(300); // helm's own patience
        return job;
    }

    /** Pods are read page by page, and those that lead are on a later page than these. */
    private static void aPageOfPodsThatNeverRan(String namespace) {
        for (var number = 100; number < 205; number++) {
            stage.plane()
                    .client()
                    .resource(new PodBuilder(FakePods.pod(namespace, "gated-" + number, "gated", false))
                            .editSpec()
                            .withSchedulingGates(new PodSchedulingGate("e2e.anixops.io/never"))
                            .endSpec()
                            .build())
                    .create();
        }
    }

    private static Stream<String> bearers(String namespace) {
        return stage.plane().client().pods().inNamespace(namespace).list().getItems().stream()
                .filter(pod -> Stream.of(
                                pod.getMetadata().getLabels(), pod.getMetadata().getAnnotations())
                        .map(keys -> keys == null ? Map.<String, String>of() : keys)
                        .anyMatch(keys -> keys.keySet().stream().anyMatch(key -> key.contains(".lease.anixops.io/"))))
                .map(Pod::toString);
    }

    private static String left() {
        return stage.plane()
                .kubectl(
                        "get",
                        "deployments,jobs,pods,serviceaccounts,roles,rolebindings,clusterroles,clusterrolebindings,"
                                + "services,poddisruptionbudgets,validatingadmissionpolicies,"
                                + "validatingadmissionpolicybindings",
                        "-A",
                        "-l",
                        "app.kubernetes.io/instance=" + NAME,
                        "-o",
                        "name")
                .orFail();
    }
}
