package io.anixops.lease.e2e;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toSet;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** Many leases on the same candidates, and when the last of them has its leader. */
final class ManyLeases {
    private final Scene scene;
    private final List<String> names;

    private ManyLeases(Scene scene, List<String> names) {
        this.scene = scene;
        this.names = names;
    }

    static ManyLeases apply(Scene scene, int count) {
        return apply(scene, count, 30);
    }

    static ManyLeases apply(Scene scene, int count, int ttlSeconds) {
        var names = IntStream.rangeClosed(1, count).mapToObj(i -> "lease-" + i).toList();
        scene.apply(names.stream()
                .map(name -> Manifests.databaseLease(scene.namespace(), name, Scene.APP, ttlSeconds))
                .collect(joining("---\n")));
        return new ManyLeases(scene, names);
    }

    Set<Leader> leaders() {
        return names.stream()
                .flatMap(name -> scene.watch().latest(name).stream())
                .map(LeaderWatch.Change::pod)
                .collect(toSet());
    }

    void awaitLeaders(Set<Leader> butNot) {
        Eventually.until(
                "each lease has a leader, none of " + butNot,
                () -> names.stream()
                        .allMatch(name -> scene.watch()
                                .latest(name)
                                .filter(change -> !butNot.contains(change.pod()))
                                .isPresent()));
    }

    /** Until the last of them had its present leader. */
    Duration lastSince(long nanos) {
        return Duration.ofNanos(names.stream()
                .mapToLong(name -> scene.watch().latest(name).orElseThrow().nanos() - nanos)
                .max()
                .orElseThrow());
    }
}
