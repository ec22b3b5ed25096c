package io.anixops.lease.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;

/** The same lease in two clusters on one database, east and west, with the checkers on in both. */
final class TwoClusters {
    private static final int TTL_SECONDS = 5;

    private final Branch east;
    private final Branch west;

    private TwoClusters(Branch east, Branch west) {
        this.east = east;
        this.west = west;
    }

    /** East leads, and west is passive. */
    static TwoClusters of(Sites sites, String name) {
        var namespace = "%s-%s".formatted(name, Long.toString(System.nanoTime(), 36));
        var both = new TwoClusters(Branch.in(sites.east(), namespace), Branch.in(sites.west(), namespace));
        both.begin();
        return both;
    }

    private void begin() {
        east.makeCandidates();
        west.makeCandidates();
        east.scene().lease(TTL_SECONDS);
        var leader = east.awaitLeads();
        west.scene().lease(TTL_SECONDS);
        west.awaitFollows(east, leader);
    }

    Branch east() {
        return east;
    }

    Branch west() {
        return west;
    }

    /**
     * Lets something happen to the cluster that leads, until the other one does; then it ends, until the former one
     * follows. In between it checks what is given.
     */
    Moved failOver(Failover how, Branch from, Branch to, Meanwhile check) {
        var former = from.awaitLeads();
        var token = from.scene().row().token();
        var cost = new Cost(how.event(), this::changes, east.scene()::rowVersions);
        var began = System.nanoTime();

        how.beginIn(from);
        var next = to.awaitLeads();
        cost.recovered();
        check.of(former, next);
        var healed = System.nanoTime();
        how.endIn(from);
        from.awaitFollows(to, next);
        cost.ended();

        assertThat(to.awaitLeads()).as("stays where it is").isEqualTo(next);
        assertThat(to.scene().row().token()).as("token").isGreaterThan(token);
        var led =
                to.scene().watch().latest(to.scene().leaseName()).orElseThrow().nanos();
        return new Moved(
                Duration.ofNanos(led - began), Overlap.since(began, changes()), Overlap.since(healed, changes()));
    }

    /** Fails with all that a checker of either cluster saw. */
    void end() {
        try {
            east.scene().end();
        } finally {
            west.scene().end();
        }
    }

    private List<LeaderWatch.Change> changes() {
        return Overlap.merged(east.scene().changes(), west.scene().changes());
    }

    /**
     * What one fail-over took.
     *
     * @param labelled from the event to the label of the other cluster's leader
     * @param overlap for how long pods of both clusters bore the label
     * @param overlapOnceHealed how much of that was after the fault had ended
     */
    record Moved(Duration labelled, Duration overlap, Duration overlapOnceHealed) {}

    /** What is to hold while one cluster is not well yet, and the other leads. */
    interface Meanwhile {
        void of(Leader former, Leader next);
    }
}
