package io.anixops.lease.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Pauses the active of two replicas until the other has taken over, and wakes it, again and again: {@code e2e/pauses}
 * does it 20 times.
 */
public final class Pauses {
    private final Scene scene;
    private final OperatorProcess first;
    private final OperatorProcess second;

    Pauses(Scene scene, OperatorProcess first, OperatorProcess second) {
        this.scene = scene;
        this.first = first;
        this.second = second;
    }

    /** The only argument is how many times. */
    public static void main(String[] args) {
        int times = Integer.parseInt(args[0]);
        try (Stage stage = Stage.open()) {
            Scene scene = stage.scene("pauses");
            OperatorProcess first = stage.replica("first");
            scene.deployment(3).lease(30);
            scene.awaitLeader();
            var took = new Pauses(scene, first, stage.replica("second")).repeat(times);
            System.out.printf(
                    "%d pauses of the active replica, pause to the other's renewal: %s; changes of the label: %d%n",
                    times,
                    took.stream().sorted().map(Measured::seconds).toList(),
                    scene.changes().size());
            scene.end();
        }
        System.exit(0); // the shared control plane ends with the JVM
    }

    /** Fails when the term ends, or moves; tells how long each take-over took. */
    List<Duration> repeat(int times) {
        Leader leader = scene.awaitLeader();
        long token = scene.row().token();
        List<Duration> took = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            took.add(pauseTheActiveOne());
            assertThat(scene.row().token()).as("token after pause %d", i + 1).isEqualTo(token);
        }
        assertThat(scene.awaitLeader()).isEqualTo(leader);
        assertThat(scene.row().token()).isEqualTo(token);
        scene.assertTheRowWasNeverFree();
        return took;
    }

    private Duration pauseTheActiveOne() {
        boolean firstIsActive = scene.row().renewer().equals("first");
        OperatorProcess active = firstIsActive ? first : second;
        String other = firstIsActive ? "second" : "first";
        var from = System.nanoTime();
        active.pause();
        try {
            Eventually.until("the other renews", () -> scene.row().renewer().equals(other));
        } finally {
            active.resume();
        }
        return Duration.ofNanos(System.nanoTime() - from);
    }
}
