package io.anixops.lease.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.anixops.lease.postgres.TestPostgres;
import io.fabric8.kubernetes.api.model.Pod;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two replicas of the packaged operator: one works, the other goes on when it ends. */
class ReplicasE2E {
    private static ControlPlane plane;
    private static Path kubeconfig;

    private String namespace;
    private TestPostgres.Database database;
    private Invariants checker;

    @BeforeAll
    static void startPlane() {
        plane = ControlPlane.start();
        Crds.install(plane);
        kubeconfig = OperatorAccount.in(plane);
    }

    @AfterAll
    static void stopPlane() {
        plane.close();
    }

    @BeforeEach
    void watchFromTheBeginning() throws SQLException {
        namespace = plane.newNamespace("replicas");
        database = TestPostgres.shared().newDatabase();
        checker = Invariants.watching(plane).and(RowHistory.install(database.dataSource(), "database_lease"));
        plane.kubectl().apply(Manifests.deployment(namespace, "web", 3));
        plane.kubectl().apply(Manifests.databaseLease(namespace, "main", "web", 30));
    }

    @AfterEach
    void forgetTheLease() {
        checker.close();
        plane.kubectl("delete", "namespace", namespace, "--wait=false").orFail();
    }

    @Test
    void the_other_replica_goes_on_with_the_same_term_when_the_active_one_is_stopped() {
        try (var first = operator("first")) {
            var leader = awaitLeader();
            var token = token(leader);
            try (var second = operator("second")) {
                first.terminate();

                Eventually.until("the second renews", () -> renewer().equals("second"));
                movesOn(leader, second);
                assertThat(token(leader(leader))).isGreaterThan(token);
            }
        }
        checker.assertNothingViolated();
    }

    @Test
    void the_other_replica_goes_on_when_the_active_one_is_killed() {
        try (var first = operator("first")) {
            var leader = awaitLeader();
            var token = token(leader);
            try (var second = operator("second")) {
                first.kill9();

                Eventually.until(
                        "the second renews",
                        Duration.ofSeconds(30),
                        () -> renewer().equals("second"));
                assertThat(leaders()).containsExactly(leader);
                assertThat(token(leader)).isEqualTo(token);
                movesOn(leader, second);
            }
        }
        checker.assertNothingViolated();
    }

    @Test
    void a_replica_that_was_paused_past_its_time_does_no_harm_when_it_wakes() {
        try (var first = operator("first")) {
            awaitLeader();
            try (var second = operator("second")) {
                first.pause();
                Eventually.until(
                        "the second renews",
                        Duration.ofSeconds(40),
                        () -> renewer().equals("second"));
                var leader = leaders().get(0);
                first.resume();
                movesOn(leader, second);

                Eventually.until(
                        "the first has seen it",
                        () -> first.logged().contains("another replica is active")
                                || first.logged().contains("has not confirmed"));
                assertThat(leaders()).hasSize(1);
            }
        }
        checker.assertNothingViolated();
    }

    /** The leader is deleted, and the next pod leads. */
    private void movesOn(String leader, OperatorProcess active) {
        plane.client().pods().inNamespace(namespace).withName(leader).delete();
        Eventually.until(
                "the next pod leads", () -> leaders().size() == 1 && !leaders().contains(leader));
        assertThat(active.isAlive()).isTrue();
    }

    private String leader(String former) {
        Eventually.until(
                "another pod leads", () -> leaders().size() == 1 && !leaders().contains(former));
        return leaders().get(0);
    }

    private OperatorProcess operator(String instance) {
        return OperatorSettings.operator(kubeconfig, database)
                .env("DBLEASE_INSTANCE", instance)
                .start()
                .awaitReady();
    }

    private String awaitLeader() {
        Eventually.until("a pod leads", () -> leaders().size() == 1);
        return leaders().get(0);
    }

    private List<String> leaders() {
        return plane
                .client()
                .pods()
                .inNamespace(namespace)
                .withLabel(PodJudge.LEADER + "main", "true")
                .list()
                .getItems()
                .stream()
                .map((Pod pod) -> pod.getMetadata().getName())
                .toList();
    }

    private long token(String pod) {
        return Long.parseLong(plane.client()
                .pods()
                .inNamespace(namespace)
                .withName(pod)
                .get()
                .getMetadata()
                .getLabels()
                .get("token.lease.anixops.io/main"));
    }

    private String renewer() throws SQLException {
        try (var connection = database.dataSource().getConnection();
                var statement = connection.createStatement();
                var row = statement.executeQuery("SELECT renewer FROM public.database_lease")) {
            return row.next() ? row.getString(1) : "";
        }
    }
}
