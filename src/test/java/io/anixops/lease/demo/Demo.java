package io.anixops.lease.demo;

import java.io.PrintStream;
import java.time.Duration;

/**
 * The main job in half a minute, with nothing to install: {@code mvn -q -Pdemo}.
 *
 * <p>The operator is the real one, and so is the PostgreSQL; the API server is an imitation in memory. It ends with exit
 * code 0 when everything went as promised, else with 1.
 */
public final class Demo {
    private static final String LEASE = "singleton-workers";
    private static final long TTL_SECONDS = 6;
    private static final Duration SHORT_WHILE = Duration.ofSeconds(2);

    private final World world;
    private final Story story;

    private Demo(World world, Story story) {
        this.world = world;
        this.story = story;
    }

    public static void main(String[] args) {
        System.exit(run(System.out));
    }

    private static int run(PrintStream out) {
        var story = new Story(out);
        Quiet.logs();
        story.says("database-lease-operator: a lease in PostgreSQL, a label on one pod.");
        story.says(
                "Starting a PostgreSQL (its first start unpacks it), an imitation of an API server, and the operator ...");
        try (var world = new World()) {
            story.showsTablesOf(world, LEASE);
            new Demo(world, story).play();
        } catch (RuntimeException | AssertionError broken) {
            story.breaks(broken);
        }
        return story.ends();
    }

    private void play() {
        world.pod("control-0");
        world.pod("control-1");
        world.pod("control-2");
        story.says("Three pods are ready: control-0, control-1 and control-2.");

        story.step("A DatabaseLease is applied: the operator takes the row for one pod, and labels it.", () -> {
            world.apply(LEASE, TTL_SECONDS);
            world.awaitLeader(LEASE);
        });
        var first = world.leader(LEASE);
        story.step(
                "The leader, %s, is deleted: another pod gets the lease from it, in one statement.".formatted(first),
                () -> {
                    world.delete(first);
                    world.awaitLeaderOtherThan(LEASE, first);
                });
        var second = world.leader(LEASE);
        story.step(
                "The new leader, %s, is not ready any more: it must not get traffic, so the next one leads."
                        .formatted(second),
                () -> {
                    world.setReady(second, false);
                    world.awaitLeaderOtherThan(LEASE, second);
                });
        var third = world.leader(LEASE);
        story.step("Both come back: nothing moves, for a leader that is well stays leader.", () -> {
            world.pod(first);
            world.setReady(second, true);
            world.staysFor(SHORT_WHILE, LEASE, third);
        });
        story.step(
                "The operator's connections to the database are cut: it opens others and renews the same term.", () -> {
                    var token = world.token(LEASE);
                    world.cutConnections();
                    world.awaitRenewal(LEASE);
                    world.requireTerm(LEASE, third, token);
                });
        story.step("The DatabaseLease is deleted: the label goes, and the row is free for others at once.", () -> {
            world.remove(LEASE);
            world.awaitNoLabelAndFreeRow(LEASE);
        });
        story.checks("at no moment did two pods bear the label", world.mostLabelledAtOnce(LEASE) == 1);
        story.checks("every new term had a higher token than the one before", world.tokensRose(LEASE));
    }
}
