package io.anixops.lease.e2e;

import io.anixops.lease.house.AlertRules;
import io.anixops.lease.house.Dashboard;
import io.anixops.lease.postgres.TestPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.Set;

/**
 * The packaged operator under the eyes of a real Prometheus, with the chart's alerts, which fire sooner here, and trouble of
 * two kinds. {@code e2e/dashboard} draws the dashboard of it.
 */
public final class Watching implements AutoCloseable {
    static final String RATE = "10s";
    private static final String NO_LEADER = "DatabaseLeaseWithoutLeader";
    private static final String NO_DATABASE = "DatabaseLeaseDatabaseUnreachable";
    private static final int TTL = 6;
    private static final Duration CALM = Duration.ofSeconds(20);

    private final OrdinaryRole role;
    private final TcpProxy network;
    private final Stage stage;
    private final Scene scene;
    private final OperatorProcess operator;
    private final Prometheus prometheus;
    private final Instant begun;

    Watching() {
        role = OrdinaryRole.in(TestPostgres.shared().newDatabase());
        network = TcpProxy.to(role.superuser().port());
        stage = Stage.on(role.database(network.port()));
        operator = stage.operator();
        prometheus = Prometheus.watching(operator, sooner(AlertRules.asRuleFile()));
        begun = Instant.now();
        scene = stage.scene("watched");
        scene.watchLease("singleton-workers");
        scene.readyPod("a").readyPod("b").lease(TTL);
        scene.awaitLeader();
    }

    /** The argument is the picture's file. */
    public static void main(String[] args) throws InterruptedException {
        try (var watching = new Watching()) {
            ManyLeases.apply(watching.scene, 4, 15);
            watching.passTime();
            watching.moveLeadership();
            watching.passTime();
            watching.takeAllCandidates();
            watching.giveCandidates();
            watching.passTime();
            watching.silenceDatabase();
            watching.passTime();
            watching.healDatabase();
            watching.passTime();
            watching.picture(Duration.ofSeconds(2)).writeTo(Path.of(args[0]));
            watching.end();
        }
        System.exit(0); // the shared control plane ends with the JVM
    }

    /** What is said of minutes is said of seconds here. */
    private static String sooner(String rules) {
        return rules.replaceAll("(?m)for: \\d+m$", "for: 1s").replaceAll("\\[\\d+[ms]]", "[%s]".formatted(RATE));
    }

    private void passTime() throws InterruptedException {
        Thread.sleep(CALM.toMillis()); // a picture of nothing that happens
    }

    Stage stage() {
        return stage;
    }

    OrdinaryRole role() {
        return role;
    }

    Scene scene() {
        return scene;
    }

    Prometheus prometheus() {
        return prometheus;
    }

    Instant begun() {
        return begun;
    }

    Scrape scrape() throws IOException {
        return new Scrape(operator.get("/metrics"));
    }

    void moveLeadership() {
        scene.timeToMove(leader -> scene.setReady(leader, false));
        giveCandidates();
        scene.awaitLeader();
    }

    /** Whether neither of the two alerts fires that are brought about here. */
    boolean isQuiet() {
        return Collections.disjoint(prometheus.firing(), Set.of(NO_LEADER, NO_DATABASE));
    }

    void takeAllCandidates() {
        scene.setReady("a", false);
        scene.setReady("b", false);
        awaitFiring(NO_LEADER);
    }

    void giveCandidates() {
        scene.setReady("a", true);
        scene.setReady("b", true);
        awaitResolved(NO_LEADER);
    }

    void silenceDatabase() {
        network.swallow();
        awaitFiring(NO_DATABASE);
    }

    void healDatabase() {
        network.pass();
        awaitResolved(NO_DATABASE);
        scene.awaitLeader();
    }

    DashboardPicture picture(Duration step) {
        var now = Instant.now();
        var span = new Chart.Span(begun.getEpochSecond(), now.getEpochSecond(), step.toMillis() / 1e3);
        return DashboardPicture.of(
                Dashboard.shipped(), span, query -> prometheus.query(query.over(RATE), begun, now, step));
    }

    private void awaitFiring(String alert) {
        Eventually.until(alert + " fires", () -> prometheus.firing().contains(alert));
    }

    private void awaitResolved(String alert) {
        Eventually.until(alert + " does not fire", () -> !prometheus.firing().contains(alert));
    }

    /** Fails with what was violated meanwhile. */
    void end() {
        scene.end();
    }

    @Override
    public void close() {
        try (network;
                stage;
                prometheus) {
            network.pass();
        }
    }
}
