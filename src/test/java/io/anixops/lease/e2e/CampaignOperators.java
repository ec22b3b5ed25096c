package io.anixops.lease.e2e;

import io.anixops.lease.postgres.TestPostgres;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Replicas of the operator, each with a network to the database and a front of the API server of its own. */
final class CampaignOperators implements AutoCloseable {
    private final List<Replica> replicas = new ArrayList<>();
    private final Runnable endElection;

    CampaignOperators(Stage stage, CampaignRig rig) {
        endElection = stage::endReplicaLease;
        for (int i = 0; i < CampaignPlan.OPERATORS; i++) {
            replicas.add(new Replica("operator-" + i, stage.plane(), stage.database(), rig));
        }
    }

    TcpProxy network(int operator) {
        return replicas.get(operator).network;
    }

    ApiProxy api(int operator) {
        return replicas.get(operator).api;
    }

    Runnable kill(int operator) {
        replicas.get(operator).process.kill9();
        return replicas.get(operator)::start;
    }

    Runnable terminate(int operator) {
        replicas.get(operator).process.terminate();
        return replicas.get(operator)::start;
    }

    Runnable pause(int operator) {
        var process = replicas.get(operator).process;
        process.pause();
        return process::resume;
    }

    /** Whichever asks first is the active one next, though the former one goes on for a while. */
    void endElection() {
        endElection.run();
    }

    void awaitReady() {
        replicas.forEach(replica -> replica.process.awaitReady());
    }

    /** Those that ended by themselves. */
    List<String> gone() {
        return replicas.stream()
                .filter(replica -> !replica.process.isAlive())
                .map(replica -> replica.name)
                .toList();
    }

    @Override
    public void close() {
        replicas.forEach(Replica::close);
    }

    private static final class Replica {
        private final String name;
        private final TestPostgres.Database database;
        private final CampaignRig rig;
        private final TcpProxy network;
        private final ApiProxy api;
        private final Path kubeconfig;
        private OperatorProcess process;

        Replica(String name, ControlPlane plane, TestPostgres.Database database, CampaignRig rig) {
            this.name = name;
            this.rig = rig;
            network = TcpProxy.to(database.port());
            this.database = new TestPostgres.Database(
                    database.jdbcUrl().replace(":" + database.port() + "/", ":" + network.port() + "/"),
                    database.user(),
                    database.name(),
                    network.port(),
                    database.dataSource());
            api = ApiProxy.before(plane.apiServer(), OperatorAccount.token(plane));
            kubeconfig = api.kubeconfigIn(Folders.temporary(name));
            start();
        }

        void start() {
            var prepared = OperatorSettings.operator(kubeconfig, database)
                    .env("DBLEASE_INSTANCE", name)
                    .log(Folders.logs(name).resolve("operator.log"));
            rig.mutated().ifPresent(mutated -> prepared.overlay(mutated.folder()));
            process = prepared.start();
        }

        void close() {
            process.close();
            network.close();
            api.close();
        }
    }
}
