package io.anixops.lease.e2e;

import io.anixops.lease.postgres.TestPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.CountDownLatch;

/**
 * A control plane with kwok, a PostgreSQL and the packaged operator, for a person to play with: {@code e2e/cluster up}.
 *
 * <p>It runs until it is terminated, and all of it goes with it. When everything is ready it writes the file
 * {@code env} into the folder given.
 */
public final class Cluster {
    private Cluster() {}

    public static void main(String[] args) throws Exception {
        Path folder = Path.of(args[0]).toAbsolutePath();
        var ended = new CountDownLatch(1);
        endWhenTerminated(ended, Thread.currentThread());
        try (ControlPlane plane = ControlPlane.start();
                TestPostgres postgres = TestPostgres.start()) {
            var database = postgres.newDatabase();
            Crds.install(plane);
            try (var operator = OperatorSettings.operator(OperatorAccount.in(plane), database)
                    .withArchive()
                    .log(folder.resolve("operator.log"))
                    .start()) {
                operator.awaitReady();
                tell(folder, plane, database, operator);
                ended.await();
            }
        }
    }

    /** SIGTERM lets the main thread close everything in order, and waits for it. */
    private static void endWhenTerminated(CountDownLatch ended, Thread main) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            ended.countDown();
            try {
                main.join(30_000);
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
        }));
    }

    private static void tell(Path folder, ControlPlane plane, TestPostgres.Database database, OperatorProcess operator)
            throws IOException {
        String text = """
                export KUBECONFIG=%s
                export PATH=%s:$PATH
                # database:  %s
                # operator:  http://127.0.0.1:%d/metrics, log %s
                # logs:      %s
                """.formatted(
                        plane.adminKubeconfig(),
                        Assets.program("kubectl").getParent(),
                        database.jdbcUrl(),
                        operator.port(),
                        operator.log(),
                        plane.logs());
        Path written = Folders.write(folder.resolve("env.new"), text);
        Files.move(written, folder.resolve("env"), StandardCopyOption.ATOMIC_MOVE);
    }
}
