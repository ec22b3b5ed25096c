package io.anixops.lease.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.anixops.lease.operator.api.DatabaseLease;
import io.anixops.lease.operator.api.DatabaseLeaseStatus;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.Pod;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

/** The lease that a scenario is about, by label, row and status, and a stopwatch on it. */
abstract class WatchedLease {
    private final Stage stage;
    private final String namespace;
    private final LeaderWatch watch;
    private String name = "main";
    private String row = "main";

    WatchedLease(Stage stage, String namespace) {
        this.stage = stage;
        this.namespace = namespace;
        watch = LeaderWatch.in(stage.plane().client(), namespace);
    }

    final String namespace() {
        return namespace;
    }

    final String leaseName() {
        return name;
    }

    /** The scenario is about a lease of this name. */
    final void watchLease(String other) {
        name = other;
        row = other;
    }

    /** Its row is named so, within the namespace. */
    final void watchRow(String other) {
        row = other;
    }

    final LeaderWatch watch() {
        return watch;
    }

    /** Who leads, once the label, the row and the status all say so. */
    final Leader awaitLeader() {
        var agreed = new AtomicReference<Leader>();
        Eventually.until("a pod leads by label, row and status", () -> {
            var leader = watch.latest(name).orElseThrow().pod();
            agreed.set(leader);
            return row().isHeldBy(leader) && leader.name().equals(status().leader()) && isReady("True", "LeaderHere");
        });
        return agreed.get();
    }

    /** Does something to the leader that moves leadership, and measures how long it took. */
    final Leader move(Event event, MovesLeadership what) {
        awaitLeader();
        var cost = event(event);
        timeToMove(what);
        var next = awaitLeader();
        cost.recovered();
        return next;
    }

    /** Something happens now: what it costs is measured from here. */
    final Cost event(Event event) {
        return new Cost(event, this::changes, this::rowVersions);
    }

    /** From the answer to what was done to the leader to the next pod's label; negative when the label was sooner. */
    final Duration timeToMove(MovesLeadership what) {
        var before = awaitLeader();
        what.of(before.name());
        var answered = System.nanoTime();
        Eventually.until(
                "another pod leads after " + before,
                () -> watch.latest(name)
                        .filter(change -> !change.pod().equals(before))
                        .isPresent());
        return Duration.ofNanos(watch.latest(name).orElseThrow().nanos() - answered);
    }

    /** Waits until nobody bears the label, and tells how long it took. */
    final Duration awaitNoLabel(long since) {
        Eventually.until("nobody bears the label", () -> watch.latest(name).isEmpty());
        var changes = changes();
        return Duration.ofNanos(changes.get(changes.size() - 1).nanos() - since);
    }

    final void awaitReason(String ready, String reason) {
        Eventually.until("Ready=%s with %s".formatted(ready, reason), () -> isReady(ready, reason));
    }

    final void awaitFree() {
        Eventually.until("the row is free", () -> !row().isHeld());
    }

    private boolean isReady(String status, String reason) {
        var ready = condition("Ready").orElseThrow();
        return ready.getStatus().equals(status) && ready.getReason().equals(reason);
    }

    final Optional<Condition> condition(String type) {
        return status().conditions().stream()
                .filter(one -> one.getType().equals(type))
                .findFirst();
    }

    final DatabaseLeaseStatus status() {
        var resources = stage.plane().client().resources(DatabaseLease.class);
        return resources.inNamespace(namespace).withName(name).get().getStatus();
    }

    final RowNow row() {
        return rowOf(row);
    }

    /** Another row of the namespace. */
    final RowNow rowOf(String leaseName) {
        return RowNow.read(stage.database().dataSource(), namespace + "/" + leaseName);
    }

    /** Every version of the row: in each, the lease was held when it was written, so nobody else could have had it. */
    final void assertTheRowWasNeverFree() {
        assertThat(rowVersions())
                .isNotEmpty()
                .allSatisfy(version -> assertThat(version.expiresAt()).isAfter(version.writtenAt()));
    }

    /** One after the other. */
    final List<RowVersion> rowVersions() {
        try {
            return stage.history().versions().stream()
                    .filter(version -> version.name().equals(namespace + "/" + row))
                    .toList();
        } catch (SQLException failed) {
            throw new IllegalStateException("the history of the rows cannot be read", failed);
        }
    }

    /** The pods that have led, one after the other. */
    final List<Leader> leaders() {
        return watch.leadersOf(name);
    }

    /** Each time that a pod got the label or lost it. */
    final List<LeaderWatch.Change> changes() {
        return watch.changesOf(name);
    }

    /** The pods that bear the label, read live. */
    final List<String> labelled() {
        return namesOf(PodJudge.LEADER + name);
    }

    /** The pods that lead or have led, read live. */
    final List<String> marked() {
        return namesOf(PodJudge.TOKEN + name);
    }

    /** The tokens of the pods that lead or have led, read live. */
    final List<Long> tokensOnPods() {
        String key = PodJudge.TOKEN + name;
        return bearing(key)
                .map(pod -> Long.valueOf(pod.getMetadata().getLabels().get(key)))
                .toList();
    }

    /** Read live. */
    final long highestTokenOnAPod() {
        return Collections.max(tokensOnPods());
    }

    private List<String> namesOf(String key) {
        return bearing(key).map(pod -> pod.getMetadata().getName()).toList();
    }

    private Stream<Pod> bearing(String key) {
        var pods = stage.plane().client().pods().inNamespace(namespace);
        return pods.withLabel(key).list().getItems().stream();
    }

    /** Something done to a pod, by its name. */
    interface MovesLeadership {
        void of(String leader);
    }
}
