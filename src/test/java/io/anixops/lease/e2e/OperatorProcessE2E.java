package io.anixops.lease.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.anixops.lease.postgres.TestPostgres;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The packaged operator with its shipped rights, killed, cut off and late. */
class OperatorProcessE2E {
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
        namespace = plane.newNamespace("operator");
        database = TestPostgres.shared().newDatabase();
        checker = Invariants.watching(plane).and(RowHistory.install(database.dataSource(), "database_lease"));
        plane.kubectl().apply(Manifests.deployment(namespace, "web", 3));
        plane.kubectl().apply(Manifests.databaseLease(namespace, "main", "web", 15));
    }

    @AfterEach
    void forgetTheLease() {
        checker.close();
        plane.kubectl("delete", "namespace", namespace, "--wait=false").orFail();
    }

    @Test
    void an_operator_that_is_killed_and_started_again_leaves_leadership_where_it_is() {
        String leader;
        try (var operator = operator(kubeconfig)) {
            leader = leaders().awaitLeader();
            operator.kill9();
        }

        try (var again = operator(kubeconfig)) {
            plane.kubectl("wait", "databaselease/main", "-n", namespace, "--for=condition=Ready", "--timeout=60s")
                    .orFail();
            assertThat(leaders().now()).containsExactly(leader);

            plane.client().pods().inNamespace(namespace).withName(leader).delete();
            leaders().awaitOtherThan(leader);
            again.terminate();
        }
        checker.assertNothingViolated();
    }

    @Test
    void a_label_that_was_held_back_and_arrives_late_makes_no_second_leader() throws Exception {
        try (var proxy = ApiProxy.before(plane.apiServer(), OperatorAccount.token(plane))) {
            Held label = proxy.holdNext(request -> request.method().equals("PATCH")
                    && request.path().contains("/namespaces/" + namespace + "/pods/")
                    && request.body().contains("leader.lease.anixops.io"));
            Path proxied = proxy.kubeconfigIn(Folders.temporary("late-label"));
            try (var late = OperatorSettings.operator(proxied, database).start()) {
                label.awaitHeld(); // and before the operator tries again, which would go through
                late.kill9();
            }
            assertThat(leaders().now()).isEmpty();

            try (var next = operator(kubeconfig)) {
                String leader = leaders().awaitLeader();
                new FakePods(plane.client()).setReady(namespace, leader, false);
                leaders().awaitOtherThan(leader);

                label.release();
                assertThat(label.awaitAnswer()).as("what the late label got").isEqualTo(409);
                assertThat(leaders().now()).hasSize(1);
                assertThat(next.isAlive()).isTrue();
            }
        }
        checker.assertNothingViolated();
    }

    private OperatorProcess operator(Path kubeconfig) {
        return OperatorSettings.operator(kubeconfig, database).start().awaitReady();
    }

    private LabelledPods leaders() {
        return new LabelledPods(plane, namespace);
    }
}
