package io.anixops.lease.demo;

import java.io.PrintStream;

/**
 * The whole story in less than a minute, with nothing to install: {@code mvn -q -Pdemo}.
 *
 * <p>The operator is the real one, and so is the PostgreSQL; the API servers are imitations in memory. It ends with exit
 * code 0 when everything went as promised, else with 1.
 */
public final class Demo {
    static final String LEASE = "singleton-workers";
    static final long TTL_SECONDS = 5;

    private Demo() {}

    public static void main(String[] args) {
        System.exit(run(System.out));
    }

    private static int run(PrintStream out) {
        var story = new Story(out);
        Quiet.logs();
        story.says("database-lease-operator: a lease in PostgreSQL, a label on one pod.");
        story.says(
                "Starting a PostgreSQL (its first start unpacks it), and two clusters, each an imitation of an API server"
                        + " and an operator ...");
        try (var world = new World()) {
            play(world, story);
        } catch (RuntimeException | AssertionError broken) {
            story.breaks(broken);
        }
        return story.ends();
    }

    private static void play(World world, Story story) {
        new ChapterOfPods(world, story).play();
        new ChapterOfTheDatabase(world, story).play();
        new ChapterOfTokens(world, story).play();
        new ChapterOfTwoClusters(world, story).play();
        story.checks(
                "at no moment did two pods of a cluster bear the label",
                world.east().mostLabelledAtOnce(LEASE) == 1 && world.west().mostLabelledAtOnce(LEASE) == 1);
        story.checks(
                "every new term had a higher token than the one before",
                world.east().tokensRose(LEASE) && world.west().tokensRose(LEASE));
    }
}
