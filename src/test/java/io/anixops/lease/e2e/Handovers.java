package io.anixops.lease.e2e;

import io.anixops.lease.postgres.TestPostgres;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Deletes the leader again and again, and prints how long it takes until the next pod bears the label: {@code
 * e2e/handovers}. The packaged operator on a real API server and a real PostgreSQL, with the checker on.
 */
public final class Handovers {
    private static final int CANDIDATES = 4;

    private Handovers() {}

    /** The only argument is how many times. */
    public static void main(String[] args) {
        int times = Integer.parseInt(args[0]);
        try (TestPostgres postgres = TestPostgres.start();
                Stage stage = Stage.on(postgres)) {
            stage.operator();
            Scene scene = stage.scene("handovers");
            scene.deployment(CANDIDATES).lease(30);
            report(handOver(scene, times));
            scene.end();
        }
        System.exit(0); // the shared control plane ends with the JVM
    }

    private static List<Duration> handOver(Scene scene, int times) {
        List<Duration> all = new ArrayList<>();
        for (int i = 1; i <= times; i++) {
            scene.awaitReadyPods(CANDIDATES);
            all.add(scene.timeToMove(leader -> scene.pod(leader).delete()));
            if (i % 50 == 0) {
                System.err.printf("e2e/handovers: %d of %d%n", i, times);
            }
        }
        return all;
    }

    private static void report(List<Duration> times) {
        System.out.printf(
                "%d hand-overs, leader pod deleted to next pod labelled: %s%n", times.size(), Percentiles.of(times));
    }
}
