package io.anixops.lease.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/** The operator's image in containers of a real node, installed by the chart with its default values. */
@EnabledIf("io.anixops.lease.e2e.RealCluster#isPossible")
class InContainersE2E {
    private static RealCluster cluster;

    @BeforeAll
    static void install() {
        cluster = RealCluster.shared();
    }

    @Test
    void two_replicas_are_ready_where_the_restricted_standard_is_enforced() {
        assertThat(operators()).hasSize(2).allSatisfy(pod -> {
            assertThat(pod.getStatus().getContainerStatuses()).allSatisfy(container -> {
                assertThat(container.getReady()).isTrue();
                assertThat(container.getRestartCount()).isZero();
            });
            assertThat(pod.getSpec().getServiceAccountName()).isEqualTo("leases-database-lease-operator");
        });
        assertThat(cluster.stage()
                        .plane()
                        .client()
                        .namespaces()
                        .withName(ChartRelease.NAMESPACE)
                        .get()
                        .getMetadata()
                        .getLabels())
                .containsEntry("pod-security.kubernetes.io/enforce", "restricted");
    }

    @Test
    void helm_test_finds_the_table_from_a_pod() {
        var tested = Helm.on(cluster.stage().plane()).run("test", "leases", "-n", ChartRelease.NAMESPACE);

        assertThat(tested.orFail()).contains("Phase:          Succeeded");
    }

    private static List<Pod> operators() {
        return cluster.stage()
                .plane()
                .client()
                .pods()
                .inNamespace(ChartRelease.NAMESPACE)
                .withLabel("app.kubernetes.io/name", "database-lease-operator")
                .list()
                .getItems();
    }
}
