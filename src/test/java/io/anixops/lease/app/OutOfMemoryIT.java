package io.anixops.lease.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.anixops.lease.e2e.Ports;
import io.anixops.lease.operator.MockApi;
import io.anixops.lease.postgres.TestPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The packaged program in a heap that does not hold what it must know: it ends, so that a new process can begin. {@code OutOfMemoryE2E} shows it while it works. */
class OutOfMemoryIT {
    private static final String HEAP = "-XX:+UseSerialGC -Xmx24m";
    private static final int FAT = 3_000_000;
    private static final int TOO_MANY = 20; // more than twice the heap in annotations alone

    @TempDir
    private Path folder;

    @Test
    void memory_that_does_not_suffice_for_the_caches_ends_it_with_code_3() throws Exception {
        try (var api = new MockApi()) {
            for (var i = 0; i < TOO_MANY; i++) {
                api.fatPod("fat-" + i, FAT);
            }
            try (var run = start(api, HEAP)) {
                assertThat(run.awaitEnd()).as(run.out() + run.err()).isEqualTo(Main.BROKEN);
                assertThat(run.out()).contains("started without -XX:+ExitOnOutOfMemoryError");
            }
        }
    }

    private JarRun start(MockApi api, String jvmFlags) throws IOException {
        var database = TestPostgres.shared().newDatabase();
        var file = Files.writeString(
                folder.resolve("kubeconfig"), """
                apiVersion: v1
                kind: Config
                clusters: [{name: test, cluster: {server: '%s'}}]
                contexts: [{name: test, context: {cluster: test, user: test}}]
                users: [{name: test, user: {}}]
                current-context: test
                """.formatted(api.client().getMasterUrl()));
        return JarRun.start(
                Map.of("KUBECONFIG", file.toString(), "JAVA_TOOL_OPTIONS", jvmFlags),
                "--database-host=127.0.0.1",
                "--database-port=" + database.port(),
                "--database-name=" + database.name(),
                "--database-user=" + database.user(),
                "--http-address=127.0.0.1",
                "--http-port=" + Ports.next());
    }
}
