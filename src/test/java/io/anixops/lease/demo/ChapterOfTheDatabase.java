package io.anixops.lease.demo;

import static io.anixops.lease.demo.Demo.LEASE;

import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

/** The database is away for a moment, is silent for long, and is written by a stranger. */
final class ChapterOfTheDatabase {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final World world;
    private final Story story;
    private final Cluster east;

    ChapterOfTheDatabase(World world, Story story) {
        this.world = world;
        this.story = story;
        east = world.east();
    }

    void play() {
        var leader = east.leader(LEASE);
        story.step(
                "The operator's connections to the database are cut: it opens others and renews the same term.",
                () -> losesConnections(leader));
        story.step(
                "The database falls silent: when two thirds of the TTL have passed without a renewal the label goes, "
                        + "before anybody may take over.",
                this::fallsSilent);
        story.step("It answers again: the same pod leads on.", () -> answersAgain(leader));
        story.step(
                "A program that knows nothing of this one takes the row by its own clock, which is a minute ahead: "
                        + "the database refuses it.",
                () -> story.sees(refusalOfTheStranger()));
        story.step(
                "It tries again with a clock a minute behind: it waits longer than it must, and that is all.", () -> {
                    World.require("the stranger waits", !stranger(MINUTE.negated()));
                    story.sees("not taken; %s leads with token %d".formatted(leader, token()));
                });
    }

    private void losesConnections(String leader) {
        var token = token();
        world.cutConnections();
        world.awaitRenewal(LEASE);
        World.require("the term goes on", east.leader(LEASE).equals(leader) && token() == token);
        story.sees("token %d, as before".formatted(token));
    }

    private void fallsSilent() {
        world.awaitRenewal(LEASE);
        var row = world.row(LEASE);
        world.silenceDatabase();
        east.awaitNoLeader(LEASE, "DatabaseUnreachable");
        World.require("nobody is claimed to lead", east.shownLeader(LEASE).isEmpty());
        var off = east.labelOffAt(LEASE);
        World.require("the label went in time", off.isBefore(row.expiresAt()));
        story.sees("label off %.1f s after the last renewal, %.1f s before the lease can be somebody else's"
                .formatted(seconds(Objects.requireNonNull(row.renewedAt()), off), seconds(off, row.expiresAt())));
    }

    private void answersAgain(String leader) {
        world.endSilence();
        east.awaitLeader(LEASE);
        World.require("the same pod leads", east.leader(LEASE).equals(leader));
        story.sees("%s leads with token %d".formatted(leader, token()));
    }

    private String refusalOfTheStranger() {
        try {
            world.foreignerTakes(LEASE, MINUTE);
        } catch (SQLException refused) {
            return refused.getMessage().lines().findFirst().orElse("");
        }
        throw new IllegalStateException("the stranger took what another holds");
    }

    private boolean stranger(Duration clockIsAheadBy) {
        try {
            return world.foreignerTakes(LEASE, clockIsAheadBy);
        } catch (SQLException failed) {
            throw new IllegalStateException("the stranger was refused", failed);
        }
    }

    private long token() {
        return world.row(LEASE).token();
    }

    private static double seconds(Instant from, Instant to) {
        return Duration.between(from, to).toMillis() / 1e3;
    }
}
