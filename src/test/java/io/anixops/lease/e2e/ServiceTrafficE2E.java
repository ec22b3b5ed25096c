package io.anixops.lease.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/** Requests to the Service of the examples, while leadership moves between real containers behind a real kube-proxy. */
@EnabledIf("io.anixops.lease.e2e.RealCluster#isPossible")
class ServiceTrafficE2E {
    /** Else a process that stands still is seen after half a minute. */
    private static final String EVERY_SECOND = """
            {"spec": {"template": {"spec": {"containers": [
              {"name": "control", "readinessProbe": {"periodSeconds": 1, "failureThreshold": 2}}]}}}}
            """;

    private static RealCluster cluster;
    private static Scene scene;

    private Traffic traffic;

    @BeforeAll
    static void applyTheExamples() {
        cluster = RealCluster.shared();
        scene = cluster.stage().scene("traffic");
        scene.watchLease("singleton-workers");
        scene.kubectl("apply", "-f", Stage.shippedFolder("k8s/examples"));
        scene.kubectl("patch", "deployment", "control", "-p", EVERY_SECOND);
        scene.kubectl("rollout", "status", "deployment/control", "--timeout=90s");
        scene.awaitLeader();
    }

    @AfterAll
    static void nothingWasViolated() {
        cluster.stage().measured().print();
        scene.end();
    }

    @BeforeEach
    void begin() {
        var service = cluster.stage().plane().client().services().inNamespace(scene.namespace());
        var address = service.withName("control-leader").get().getSpec().getClusterIP();
        // else a port that is used again may follow a former connection to a former leader; those of others are not
        // touched,
        // and conntrack fails where it finds none
        cluster.node().inside("bash", "-c", "conntrack --delete --orig-dst %s || true".formatted(address));
        traffic = Traffic.to(address, 80);
        traffic.awaitAnswerBy(scene.awaitLeader().name());
    }

    @AfterEach
    void end() {
        traffic.close();
        scene.awaitReadyPods(3);
    }

    @Test
    void a_leader_whose_process_is_killed_is_asked_no_more() {
        var first = scene.awaitLeader();

        moves(Event.LEADER_KILLED_IN_CONTAINER, ServiceTrafficE2E::killForLong);

        assertThat(scene.labelled()).doesNotContain(first.name());
    }

    @Test
    void a_leader_that_stands_still_is_asked_no_more() {
        var first = scene.pod(scene.awaitLeader().name()).get();

        moves(Event.LEADER_PAUSED_IN_CONTAINER, leader -> cluster.node().signal(first, "STOP"));

        cluster.node().signal(first, "CONT");
    }

    @Test
    void a_leader_that_is_deleted_is_asked_no_more() {
        moves(Event.LEADER_DELETED_IN_CONTAINER, leader -> scene.pod(leader).delete());
    }

    @Test
    void a_leader_that_is_well_and_steps_down_is_asked_no_more() {
        moves(
                Event.LEADER_STEPS_DOWN_IN_CONTAINER,
                leader -> scene.kubectl(
                        "annotate", "databaselease", scene.leaseName(), "lease.anixops.io/step-down=now"));
    }

    @Test
    void a_rolling_update_of_the_application_moves_the_traffic_with_the_leader() {
        moves(Event.ROLLING_UPDATE_IN_CONTAINERS, leader -> scene.kubectl("rollout", "restart", "deployment/control"));

        scene.kubectl("rollout", "status", "deployment/control", "--timeout=90s");
    }

    @Test
    void a_rolling_update_of_the_operator_moves_nothing() {
        var leader = scene.awaitLeader();
        var changes = scene.changes().size();
        var cost = scene.event(Event.OPERATOR_UPDATED_IN_CONTAINERS);

        cluster.restartOperators();

        cost.healed();
        scene.awaitLeader();
        cost.recovered();
        assertThat(judged(Event.OPERATOR_UPDATED_IN_CONTAINERS).unanswered()).isZero();
        assertThat(scene.changes()).hasSize(changes);
        assertThat(traffic.requests())
                .extracting(one -> one.answeredBy().orElseThrow())
                .containsOnly(leader.name());
    }

    /**
     * A process that is there again before anybody saw it gone leads on, as it may; after a second time the kubelet waits
     * before it starts another.
     */
    private static void killForLong(String leader) {
        int killed = restarts(leader);
        cluster.node().signal(scene.pod(leader).get(), "KILL");
        Eventually.until(
                "the process is there again, or another leads",
                () -> restarts(leader) > killed || !scene.labelled().contains(leader));
        if (scene.labelled().contains(leader)) {
            cluster.node().signal(scene.pod(leader).get(), "KILL");
        }
    }

    private static int restarts(String pod) {
        return scene.pod(pod).get().getStatus().getContainerStatuses().get(0).getRestartCount();
    }

    /** Leadership moves by what is done to the leader, and the requests follow it. */
    private void moves(Event event, WatchedLease.MovesLeadership what) {
        var next = scene.move(event, what);
        traffic.awaitAnswerBy(next.name());
        judged(event);
    }

    private MisroutedRequests judged(Event event) {
        traffic.close();
        scene.awaitSeen();
        var misrouted = MisroutedRequests.in(traffic.requests(), scene.changes());
        misrouted.note(cluster.stage().measured(), event);
        assertThat(misrouted.byOthers()).as("answers of pods that never led").isEmpty();
        assertThat(misrouted.late())
                .as("answers of a former leader, once requests reached its successor")
                .isEmpty();
        return misrouted;
    }
}
