package io.anixops.lease.e2e;

import io.anixops.lease.house.Document;
import java.util.List;
import java.util.Map;

/**
 * A control plane with one real node, a database at {@code db.example.com:5432} for its pods, and the operator in two
 * containers, installed as docs/install.md tells. One for this JVM, from the first who asks on.
 */
final class RealCluster {
    private static final String DATABASE_HOST = "db.example.com";
    private static final int DATABASE_PORT = 5432;

    private final NodeImages images = NodeImages.begin();
    private final ControlPlane plane = ControlPlane.builder().forRealNodes().start();
    private final Stage stage = Stage.on(plane);
    private final Node node = Node.of(plane);
    private final ClusterNames names =
            ClusterNames.at(Node.MACHINE, plane.client(), Map.of(DATABASE_HOST, Node.MACHINE));

    private RealCluster() {
        Runtime.getRuntime().addShutdownHook(new Thread(this::close, "stop-real-cluster"));
        node.offer(DATABASE_PORT, stage.database().port());
        images.loadInto(node);
        plane.kubectl("delete", "crd", "databaseleases.lease.anixops.io").orFail(); // helm is to bring it
        followTheDocument();
    }

    /** Whether its node can be, which needs root; {@code REAL_NODE=required} says that it must. */
    static boolean isPossible() {
        return "root".equals(System.getProperty("user.name")) || "required".equals(System.getenv("REAL_NODE"));
    }

    static RealCluster shared() {
        return Shared.INSTANCE;
    }

    Stage stage() {
        return stage;
    }

    Node node() {
        return node;
    }

    /** Replaces every replica of the operator, as an upgrade does. */
    void restartOperators() {
        for (var command : List.of("restart", "status")) {
            plane.kubectl("rollout", command, "deployment/leases-database-lease-operator", "-n", ChartRelease.NAMESPACE)
                    .orFail();
        }
    }

    private void close() {
        names.close();
        node.close();
        plane.close();
    }

    private void followTheDocument() {
        try (var shell = new ReadmeShell(plane, stage.database(), DATABASE_HOST, DATABASE_PORT)) {
            Document.read("docs/install.md").blocks().stream()
                    .filter(block -> block.proof().equals("run by: ChartE2E"))
                    .flatMap(block -> block.commands().stream())
                    .filter(command -> !command.contains("kustomize"))
                    .forEach(shell::run);
        }
    }

    private static final class Shared {
        private static final RealCluster INSTANCE = new RealCluster();
    }
}
