package io.anixops.lease.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.anixops.lease.operator.api.DatabaseLease;
import io.anixops.lease.postgres.GoStandIn;
import io.anixops.lease.postgres.LeaseSchema;
import io.anixops.lease.postgres.TableName;
import io.anixops.lease.postgres.TestPostgres;
import io.fabric8.kubernetes.api.model.Condition;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The operator on the table that an implementation in Go made, beside a process of it whose clock may be wrong. */
class GoTableE2E {
    private static final TableName TABLE = TableName.of("v4_kernel_lease");
    private static final Duration TTL = Duration.ofSeconds(60);
    private static final String PROCESS = "kernel-0a1b2c3d";

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
        namespace = plane.newNamespace("kernel");
        database = TestPostgres.shared().newDatabase();
        go(0).ensureSchema();
        LeaseSchema.ensure(database.dataSource(), TABLE);
        checker = Invariants.watching(plane).and(RowHistory.install(database.dataSource(), "v4_kernel_lease"));
        plane.kubectl().apply(Manifests.deployment(namespace, "web", 2));
    }

    @AfterEach
    void forgetTheLease() {
        checker.close();
        plane.kubectl("delete", "namespace", namespace, "--wait=false").orFail();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 3600, -3600})
    void neither_side_takes_what_the_other_holds(long clockAheadBySeconds) throws SQLException {
        var kernel = go(clockAheadBySeconds);
        assertThat(kernel.tryAcquire(row(), PROCESS, TTL)).isTrue();

        try (var operator = operator()) {
            plane.kubectl().apply(Manifests.databaseLease(namespace, "main", "web", 30));
            Eventually.until(
                    "the process is seen to hold it", () -> ready().getReason().equals("HolderUnknown"));
            assertThat(leaders().now()).isEmpty();
            assertThat(lease().getStatus().holder()).isEqualTo(PROCESS);

            kernel.release(row(), PROCESS);
            leaders().awaitLeader();

            assertThat(takes(kernel)).as("the process takes what a pod holds").isFalse();
            Eventually.until(
                    "and the pod is seen to lead", () -> ready().getReason().equals("LeaderHere"));

            suspend();
            Eventually.until(
                    "nobody leads",
                    () -> leaders().now().isEmpty() && ready().getReason().equals("Suspended"));
            if (clockAheadBySeconds >= 0) { // one that is behind waits longer than it must
                Eventually.until("the process takes it", () -> takes(kernel));
            }
            assertThat(operator.isAlive()).isTrue();
        }
        checker.assertNothingViolated();
    }

    private static boolean takes(GoStandIn kernel, String row) {
        try {
            return kernel.tryAcquire(row, PROCESS, TTL);
        } catch (SQLException refused) {
            assertThat(refused.getMessage()).contains("held"); // by the database, which knows the time better
            return false;
        }
    }

    private boolean takes(GoStandIn kernel) {
        return takes(kernel, row());
    }

    private void suspend() {
        plane.kubectl(
                        "patch",
                        "databaselease",
                        "main",
                        "-n",
                        namespace,
                        "--type=merge",
                        "-p",
                        "{\"spec\":{\"suspend\":true}}")
                .orFail();
    }

    private OperatorProcess operator() {
        return OperatorSettings.operator(kubeconfig, database)
                .env("DBLEASE_TABLE", TABLE.table())
                .start()
                .awaitReady();
    }

    private GoStandIn go(long clockAheadBySeconds) {
        return new GoStandIn(database.dataSource(), TABLE, Duration.ofSeconds(clockAheadBySeconds));
    }

    private String row() {
        return namespace + "/main";
    }

    private DatabaseLease lease() {
        return plane.client()
                .resources(DatabaseLease.class)
                .inNamespace(namespace)
                .withName("main")
                .get();
    }

    private Condition ready() {
        return lease().getStatus().conditions().stream()
                .filter(one -> one.getType().equals("Ready"))
                .findFirst()
                .orElseThrow();
    }

    private LabelledPods leaders() {
        return new LabelledPods(plane, namespace);
    }
}
