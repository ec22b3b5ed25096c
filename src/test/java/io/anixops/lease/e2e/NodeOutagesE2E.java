package io.anixops.lease.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/** Programs of a node end, and its containers run on. */
@EnabledIf("io.anixops.lease.e2e.RealCluster#isPossible")
class NodeOutagesE2E {
    private static final Duration TTL = Duration.ofSeconds(5);

    private static RealCluster cluster;
    private Scene scene;

    @BeforeAll
    static void install() {
        cluster = RealCluster.shared();
    }

    @BeforeEach
    void applyTheExamples() {
        scene = cluster.stage().scene("node");
        scene.watchLease("singleton-workers");
        scene.kubectl("apply", "-f", Stage.shippedFolder("k8s/examples"));
        scene.changeSpec("{\"ttlSeconds\": %d}".formatted(TTL.toSeconds()));
        scene.awaitReadyPods(3);
        scene.awaitLeader();
    }

    @AfterEach
    void nothingWasViolated() {
        scene.end();
    }

    @Test
    void containers_that_nobody_looks_after_are_not_ready_and_keep_the_label_for_one_ttl() {
        var first = scene.awaitLeader();
        var token = scene.row().token();
        var cost = scene.event(Event.KUBELET_ENDED);

        cluster.node().end("kubelet");
        scene.kubectl("wait", "--for=condition=Ready=false", "pod/" + first.name(), "--timeout=90s");
        var seen = System.nanoTime();
        scene.awaitFree(); // before that, the label may be between two pods
        var kept = scene.awaitNoLabel(seen);

        cluster.node().startAgain("kubelet");
        cost.healed();
        scene.awaitReadyPods(3);
        scene.awaitLeader();
        cost.recovered();
        assertThat(scene.row().token()).isGreaterThan(token);
        assertThat(kept).isGreaterThan(TTL.minusSeconds(2)).isLessThan(TTL.plusSeconds(10));
    }

    @Test
    void a_restart_of_containerd_moves_nothing() {
        var changes = scene.changes().size();
        var restarted = cluster.node().inside("cat", "/run/containerd.pid");

        cluster.node().end("containerd");
        cluster.node().startAgain("containerd");
        Eventually.until(
                "containerd is back",
                () -> !cluster.node().inside("cat", "/run/containerd.pid").equals(restarted)
                        && !cluster.node().inside("ctr", "version").isEmpty());
        scene.kubectl("run", "another", "--image=nginx:1.29");
        scene.kubectl("wait", "--for=condition=Ready", "pod/another", "--timeout=90s");

        scene.awaitSeen();
        assertThat(scene.changes()).hasSize(changes);
    }
}
