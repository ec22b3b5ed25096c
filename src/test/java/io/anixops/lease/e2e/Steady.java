package io.anixops.lease.e2e;

import io.anixops.lease.operator.api.DatabaseLease;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What the operator asks of the API server while nothing happens, by the server's own audit log: {@code e2e/steady}
 * watches 200 leases for five minutes.
 */
public final class Steady {
    private static final int LEASES = 200;
    private static final Pattern PASSES =
            Pattern.compile("anixops_lease_reconciliations_seconds_count\\{[^}]*} (\\d+)");

    private Steady() {}

    /** What was counted in so many seconds. */
    record Counted(
            long seconds, int leases, long podWrites, long passes, long statusWrites, long otherWrites, long stale) {}

    /** The only argument is for how many seconds. */
    public static void main(String[] args) {
        try (ControlPlane plane = ControlPlane.builder().audited().start();
                Stage stage = Stage.on(plane)) {
            System.out.println(watch(stage, LEASES, Duration.ofSeconds(Long.parseLong(args[0]))));
        }
        System.exit(0);
    }

    /** On an audited control plane. */
    static Counted watch(Stage stage, int leases, Duration time) {
        Scene scene = stage.scene("steady");
        scene.deployment(3);
        ManyLeases.apply(scene, leases);
        OperatorProcess operator = stage.operator();
        Eventually.until("each lease says who leads", Duration.ofMinutes(5), () -> ready(stage, scene) == leases);
        awaitQuiet(operator);
        Instant from = Instant.now();
        long passes = passes(operator);
        pass(time);
        Instant until = Instant.now();
        var written = AuditLog.of(stage.plane());
        var counted = new Counted(
                time.toSeconds(),
                leases,
                written.writes(from, until, "pods"),
                passes(operator) - passes,
                written.writes(from, until, "databaseleases"),
                written.writes(from, until, "events"),
                stale(stage, scene, until));
        scene.end();
        return counted;
    }

    /** Passes that the last transitions caused have ended. */
    private static void awaitQuiet(OperatorProcess operator) {
        Eventually.until("no pass for a second", () -> {
            long before = passes(operator);
            pass(Duration.ofSeconds(1));
            return passes(operator) == before;
        });
    }

    static void pass(Duration time) {
        long until = System.nanoTime() + time.toNanos();
        for (long left = time.toNanos(); left > 0; left = until - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    private static long passes(OperatorProcess operator) {
        try {
            return PASSES.matcher(operator.get("/metrics"))
                    .results()
                    .mapToLong(found -> Long.parseLong(found.group(1)))
                    .sum();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static long ready(Stage stage, Scene scene) {
        return resources(stage, scene)
                .filter(resource ->
                        resource.getStatus() != null && resource.getStatus().leader() != null)
                .filter(resource -> resource.getStatus().conditions().stream()
                        .anyMatch(one ->
                                one.getType().equals("Ready") && one.getStatus().equals("True")))
                .count();
    }

    /** Statuses that show an expiry in the past. */
    private static long stale(Stage stage, Scene scene, Instant now) {
        return resources(stage, scene)
                .filter(resource ->
                        Instant.parse(resource.getStatus().expiresAt()).isBefore(now))
                .count();
    }

    private static Stream<DatabaseLease> resources(Stage stage, Scene scene) {
        return stage
                .plane()
                .client()
                .resources(DatabaseLease.class)
                .inNamespace(scene.namespace())
                .list()
                .getItems()
                .stream();
    }
}
