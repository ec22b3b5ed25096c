package io.anixops.lease.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.anixops.lease.postgres.TestPostgres;
import org.junit.jupiter.api.Test;

/** Names at their limits still make keys and values that the API server takes. */
class LongestNameE2E {
    private final ControlPlane plane = ControlPlane.shared();

    @Test
    void a_resource_with_the_longest_name_has_its_label_and_one_more_letter_is_refused() {
        Crds.install(plane);
        var namespace = plane.newNamespace("longest");
        var name = "a".repeat(63);
        plane.kubectl().apply(Manifests.deployment(namespace, "web", 2));
        plane.kubectl().apply(Manifests.databaseLease(namespace, name, "web", 30));
        var database = TestPostgres.shared().newDatabase();
        try (var checker = Invariants.watching(plane);
                var operator = OperatorSettings.operator(OperatorAccount.in(plane), database)
                        .start()) {
            operator.awaitReady();
            Eventually.until("a pod leads", () -> labelled(namespace, name) == 1);
            checker.assertNothingViolated();
        } finally {
            plane.kubectl("delete", "databaselease", name, "-n", namespace).orFail();
            plane.kubectl("delete", "namespace", namespace, "--wait=false").orFail();
        }

        var longer = Manifests.databaseLease("default", name + "a", "web", 30);
        var refused = plane.kubectl().runWith(longer, "apply", "-f", "-");
        assertThat(refused.exitCode()).isNotZero();
        assertThat(refused.stderr()).contains("63 characters");
    }

    private int labelled(String namespace, String lease) {
        return plane.client()
                .pods()
                .inNamespace(namespace)
                .withLabel(PodJudge.LEADER + lease, "true")
                .list()
                .getItems()
                .size();
    }
}
