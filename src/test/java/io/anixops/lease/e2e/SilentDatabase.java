package io.anixops.lease.e2e;

import static java.util.stream.Collectors.joining;

import io.anixops.lease.postgres.TestPostgres;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Many leases on twenty pods, and a database that falls silent: how late the labels went, each measured against the end
 * of trust by the row's last renewal, and how long it took until all of them were back. {@code e2e/silence} runs it.
 */
public final class SilentDatabase implements AutoCloseable {
    private static final int PODS = 20;

    private final TestPostgres server = TestPostgres.start();
    private final TcpProxy network = TcpProxy.to(server.port());
    private final OrdinaryRole role = OrdinaryRole.in(server.newDatabase());
    private final Stage stage = Stage.on(role.database(network.port()));
    private final List<String> names;
    private final int ttl;
    private final Scene scene;

    SilentDatabase(int leases, int ttlSeconds) {
        names = IntStream.range(0, leases).mapToObj(i -> "lease-" + i).toList();
        ttl = ttlSeconds;
        scene = stage.scene("silent");
    }

    /** The arguments are how many leases, and their TTL in seconds. */
    public static void main(String[] args) {
        try (var silent = new SilentDatabase(Integer.parseInt(args[0]), Integer.parseInt(args[1]))) {
            System.out.println(silent.run());
        }
        System.exit(0); // the shared control plane ends with the JVM
    }

    /** Seconds are by the clock that database and operator share here. */
    record Result(
            int leases,
            int ttl,
            Duration untilAllLed,
            Duration latest,
            Duration first,
            Duration untilAllWereBack,
            ApiRequests going,
            ApiRequests coming) {
        @Override
        public String toString() {
            return "%d leases, ttl %d s: all led after %s; labels off from %s to %s after the end of trust; all back %s after the first answer%nrequests while they went: %s%nrequests while they came back: %s"
                    .formatted(
                            leases,
                            ttl,
                            Measured.seconds(untilAllLed),
                            signed(first),
                            signed(latest),
                            Measured.seconds(untilAllWereBack),
                            going,
                            coming);
        }

        private static String signed(Duration time) {
            return "%+.3f s".formatted(time.toNanos() / 1e9);
        }
    }

    Result run() {
        stage.operator();
        makePods();
        var begun = System.nanoTime();
        apply();
        var leaders = awaitLeaders();
        var untilAllLed = Duration.ofNanos(System.nanoTime() - begun);

        awaitRenewalsOfAll();
        var steady = ApiRequests.until(stage.plane());
        network.swallow();
        Eventually.until("all labels are off", () -> labelled() == 0);
        var lateness = lateness();
        var silent = ApiRequests.until(stage.plane());

        network.pass();
        var healed = System.nanoTime();
        var again = awaitLeaders();
        var untilAllWereBack = Duration.ofNanos(System.nanoTime() - healed);
        var healthy = ApiRequests.until(stage.plane());
        if (!again.equals(leaders)) {
            throw new IllegalStateException("leadership moved: %s was %s".formatted(again, leaders));
        }
        scene.end();
        return new Result(
                names.size(),
                ttl,
                untilAllLed,
                lateness.stream().max(Duration::compareTo).orElseThrow(),
                lateness.stream().min(Duration::compareTo).orElseThrow(),
                untilAllWereBack,
                silent.since(steady),
                healthy.since(silent));
    }

    private void makePods() {
        for (int i = 0; i < PODS; i++) {
            scene.readyPod("pod-" + i, appOf(i));
        }
    }

    private void apply() {
        scene.apply(IntStream.range(0, names.size())
                .mapToObj(i -> Manifests.databaseLease(scene.namespace(), names.get(i), appOf(i), ttl))
                .collect(joining("---\n")));
    }

    private static String appOf(int i) {
        return "app-" + i % PODS;
    }

    private Map<String, Leader> awaitLeaders() {
        Eventually.until("all have a leader", Eventually.LONG.multipliedBy(2), () -> labelled() == names.size());
        Map<String, Leader> leaders = new HashMap<>();
        scene.watch().lastChanges().forEach((name, change) -> leaders.put(name, change.pod()));
        return leaders;
    }

    private long labelled() {
        return scene.watch().lastChanges().values().stream()
                .filter(LeaderWatch.Change::leads)
                .count();
    }

    /** The steady state: none of them is still as it was acquired. */
    private void awaitRenewalsOfAll() {
        Eventually.until("all were renewed", () -> renewals().size() == names.size());
    }

    private List<Duration> lateness() {
        var renewed = renewals();
        List<Duration> all = new ArrayList<>();
        scene.watch().lastChanges().forEach((name, change) -> {
            var trustEnd = renewed.get(scene.namespace() + "/" + name).plusMillis(ttl * 2_000L / 3);
            all.add(Duration.between(trustEnd, change.at()));
        });
        return all;
    }

    private Map<String, Instant> renewals() {
        String sql = "SELECT name, renewed_at FROM database_lease WHERE renewed_at > acquired_at";
        Map<String, Instant> times = new HashMap<>();
        try (var connection = stage.database().dataSource().getConnection();
                var rows = connection.createStatement().executeQuery(sql)) {
            while (rows.next()) {
                times.put(
                        rows.getString("name"),
                        rows.getObject("renewed_at", OffsetDateTime.class).toInstant());
            }
            return times;
        } catch (SQLException failed) {
            throw new IllegalStateException("the rows cannot be read", failed);
        }
    }

    @Override
    public void close() {
        try (server;
                network;
                stage) {
            network.pass();
        }
    }
}
