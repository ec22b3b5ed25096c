package io.anixops.lease.operator;

import static java.util.Comparator.comparing;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * Ends trust in a silent database a little before its time, so that the label is off by then and not only begun to be
 * removed: the more pods and labels there are to write, the sooner. A label that goes takes along those of its pod whose time
 * is nearly over too, so that a pod is written to a few times, and not once for each. What the database still confirms is
 * left alone, and so is the first half of the time in which it may come back.
 */
final class HeadStart {
    /** What the removal from one pod may take, on an API server that has much to do. */
    private static final Duration REMOVAL = Duration.ofMillis(400);

    /** What each further label adds, in the write and in what the write brings about. */
    private static final Duration LABEL = Duration.ofMillis(5);

    private final Holdings holdings;
    private final int atOnce;
    private final Duration tick;
    private final LongSupplier nanos;

    /**
     * For removals that are so many at once, and looked for once in a tick.
     */
    HeadStart(Holdings holdings, int atOnce, Duration tick, LongSupplier nanos) {
        this.holdings = holdings;
        this.atOnce = atOnce;
        this.tick = tick;
        this.nanos = nanos;
    }

    void tick() {
        var now = nanos.getAsLong();
        var silent = holdings.all().stream()
                .filter(holding -> holding.state() == Holding.State.SILENT)
                .filter(holding -> holding.trust().isOpenAt(now))
                .sorted(comparing(holding -> holding.trust().untilNanos() - now))
                .toList();
        var due = silent.subList(0, due(silent, now)).stream()
                .map(holding -> holding.leader().uid())
                .collect(Collectors.toSet());
        silent.stream()
                .filter(holding -> due.contains(holding.leader().uid()))
                .filter(holding -> holding.trust().untilNanos() - now <= mostLead(holding.ttl()))
                .forEach(holding -> end(holding, now));
    }

    /** How many, from the soonest on, must begin now for all to be done in time. */
    private int due(List<Holding> silent, long now) {
        Set<String> pods = new HashSet<>();
        var due = 0;
        for (var i = 0; i < silent.size(); i++) {
            var holding = silent.get(i);
            pods.add(holding.leader().uid());
            if (holding.trust().untilNanos() - now <= lead(holding.ttl(), pods.size(), i + 1)) {
                due = i + 1;
            }
        }
        return due;
    }

    private long lead(Duration ttl, int pods, int labels) {
        var needed =
                tick.plus(REMOVAL.multipliedBy((pods + atOnce - 1) / atOnce)).plus(LABEL.multipliedBy(labels - 1));
        return Math.min(needed.toNanos(), mostLead(ttl));
    }

    private static long mostLead(Duration ttl) {
        return ttl.dividedBy(6).toNanos();
    }

    private void end(Holding holding, long now) {
        holdings.change(
                holding.resource(),
                holding.term(),
                seen -> seen.state() == Holding.State.SILENT ? seen.withTrustUntil(now) : seen);
    }
}
