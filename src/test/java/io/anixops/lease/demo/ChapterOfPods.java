package io.anixops.lease.demo;

import static io.anixops.lease.demo.Demo.LEASE;
import static io.anixops.lease.demo.Demo.TTL_SECONDS;

import java.time.Duration;

/** The main job: who leads when pods come and go. */
final class ChapterOfPods {
    private static final Duration SHORT_WHILE = Duration.ofSeconds(2);

    private final World world;
    private final Story story;
    private final Cluster east;

    ChapterOfPods(World world, Story story) {
        this.world = world;
        this.story = story;
        east = world.east();
    }

    void play() {
        east.pod("control-0");
        east.pod("control-1");
        east.pod("control-2");
        story.says("Three pods are ready: control-0, control-1 and control-2.");
        story.shows(east::table);

        story.step("A DatabaseLease is applied: the operator takes the row for one pod, and labels it.", () -> {
            east.apply(LEASE, TTL_SECONDS);
            east.awaitLeader(LEASE);
        });
        var first = east.leader(LEASE);
        story.step(
                "The leader, %s, is deleted: another pod gets the lease from it, in one statement.".formatted(first),
                () -> {
                    east.delete(first);
                    east.awaitLeaderOtherThan(LEASE, first);
                });
        var second = east.leader(LEASE);
        story.step(
                "The new leader, %s, is not ready any more: it must not get traffic, so the next one leads."
                        .formatted(second),
                () -> {
                    east.setReady(second, false);
                    east.awaitLeaderOtherThan(LEASE, second);
                });
        var third = east.leader(LEASE);
        story.step("Both come back: nothing moves, for a leader that is well stays leader.", () -> {
            east.pod(first);
            east.setReady(second, true);
            world.staysFor(SHORT_WHILE, east, LEASE, third);
        });
    }
}
