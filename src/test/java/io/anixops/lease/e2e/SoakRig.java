package io.anixops.lease.e2e;

import io.anixops.lease.postgres.TestPostgres;
import java.time.Duration;

/**
 * What a {@link Soak} lasts on: a control plane, a PostgreSQL, the operator as the image runs it with its leases and pods, and
 * processes of the library. Networks and API server are seen through proxies.
 */
final class SoakRig implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    private final ControlPlane plane;
    private final TestPostgres server = TestPostgres.start();
    private final OrdinaryRole role = OrdinaryRole.in(server.newDatabase());
    private final TcpProxy network = TcpProxy.to(server.port());
    private final ApiProxy api;
    private final Population population;
    private final BenchedOperator operator;
    private final SoakWorkers workers;

    SoakRig(int leases, Duration eventsLast, boolean leak) {
        plane = ControlPlane.builder().eventsLast(eventsLast).start();
        OperatorAccount.in(plane);
        api = ApiProxy.before(plane.apiServer(), OperatorAccount.token(plane));
        population = new Population(plane, leases);
        population.makePods();
        operator = BenchedOperator.Place.on(
                        plane,
                        () -> OperatorSettings.asInPod(plane, role.database(network.port()))
                                .env("KUBERNETES_MASTER", api.url()))
                .start();
        population.makeLeases();
        workers = new SoakWorkers(role.database(server.port()), leak);
    }

    TestPostgres server() {
        return server;
    }

    OrdinaryRole role() {
        return role;
    }

    ControlPlane plane() {
        return plane;
    }

    TcpProxy network() {
        return network;
    }

    ApiProxy api() {
        return api;
    }

    Population population() {
        return population;
    }

    BenchedOperator operator() {
        return operator;
    }

    SoakWorkers workers() {
        return workers;
    }

    /** Every lease is led, and by none but those who began. */
    void awaitWell(SoakProbe probe) {
        Eventually.until("all leases are led", PATIENCE, () -> probe.leasesWithoutLeader() == 0);
        Eventually.until(
                "the library has its leases", PATIENCE, () -> probe.rowsWithoutHolder() <= SoakWorkers.LEASES / 100);
        if (!operator.isAlive() || !workers.areAlive()) {
            throw new IllegalStateException("the operator or a process of the library has ended");
        }
    }

    /** The pods and leases go with the control plane. */
    @Override
    public void close() {
        try (plane;
                server;
                network;
                api;
                workers) {
            operator.close();
        }
    }
}
