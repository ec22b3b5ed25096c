package io.anixops.lease.demo;

import static io.anixops.lease.demo.Demo.LEASE;
import static io.anixops.lease.demo.Demo.TTL_SECONDS;

import java.time.Duration;

/** The same lease in a second cluster on the same database. */
final class ChapterOfTwoClusters {
    private static final Duration SHORT_WHILE = Duration.ofSeconds(2);

    private final World world;
    private final Story story;
    private final Cluster east;
    private final Cluster west;

    ChapterOfTwoClusters(World world, Story story) {
        this.world = world;
        this.story = story;
        east = world.east();
        west = world.west();
    }

    void play() {
        var former = east.leader(LEASE);
        story.shows(world::tablesOfBoth);
        story.step(
                "A second cluster, west, gets the same DatabaseLease, and pods of the same names: it is passive, and Ready.",
                () -> {
                    west.pod("control-0");
                    west.pod("control-1");
                    west.apply(LEASE, TTL_SECONDS);
                    west.awaitNoLeader(LEASE, "LeaderElsewhere");
                    World.require(
                            "west names the leader", west.shownLeader(LEASE).equals("east/" + former));
                });
        story.step("A planned move: the lease is suspended in east, and west leads at once.", () -> {
            var token = world.row(LEASE).token();
            east.suspend(LEASE, true);
            west.awaitLeader(LEASE);
            east.awaitNoLeader(LEASE, "Suspended");
            World.require("the token rose", world.row(LEASE).token() > token);
            story.sees(
                    "token %d before, %d now".formatted(token, world.row(LEASE).token()));
        });
        var leader = west.leader(LEASE);
        story.step("East takes part again: leadership stays where it is.", () -> {
            east.suspend(LEASE, false);
            east.awaitNoLeader(LEASE, "LeaderElsewhere");
            world.staysFor(SHORT_WHILE, west, LEASE, leader);
        });
        story.step(
                "The DatabaseLease is deleted in both: the label goes, and the row is free for others at once.", () -> {
                    east.remove(LEASE);
                    west.remove(LEASE);
                    World.within(
                            "no pod has the label", () -> west.leader(LEASE).isEmpty());
                    world.awaitFreeRow(LEASE);
                });
    }
}
