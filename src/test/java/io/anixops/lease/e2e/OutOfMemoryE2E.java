package io.anixops.lease.e2e;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import io.anixops.lease.postgres.TestPostgres;
import java.time.Duration;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The packaged operator when what it must know grows beyond its heap while it works. */
class OutOfMemoryE2E {
    private static final int LABELS = 2_000; // a quarter of a megabyte in each pod, and of what is kept of it
    private static final int TOO_MANY = 200; // twice the heap in labels alone

    /** Without the flag, libraries may catch the error, and nobody but the virtual machine knows. */
    @Test
    void memory_that_runs_out_while_it_works_ends_it_with_code_3() {
        var plane = ControlPlane.shared();
        Crds.install(plane);
        var namespace = plane.newNamespace("fat");
        try (var operator = OperatorSettings.operator(
                        OperatorAccount.in(plane), TestPostgres.shared().newDatabase())
                .jvm("-XX:+UseSerialGC", "-Xmx24m", "-XX:+ExitOnOutOfMemoryError")
                .start()
                .awaitReady()) {
            for (int i = 0; i < TOO_MANY && operator.isAlive(); i++) {
                var pod = FakePods.pod(namespace, "fat-" + i, "fat", true);
                pod.getMetadata().getLabels().putAll(fat());
                pod.getSpec().setSchedulerName("nobody");
                plane.client().resource(pod).create();
            }

            assertThat(operator.awaitEnd(Duration.ofMinutes(1))).isEqualTo(3);
            assertThat(operator.logged()).doesNotContain("started without");
        } finally {
            plane.kubectl("delete", "pods", "--all", "-n", namespace, "--force", "--wait=false");
            plane.kubectl("delete", "namespace", namespace, "--wait=false");
        }
    }

    private static Map<String, String> fat() {
        return IntStream.range(0, LABELS).boxed().collect(toMap("example.com/%050d"::formatted, i -> "x".repeat(63)));
    }
}
