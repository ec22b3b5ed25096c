package io.anixops.lease.operator.decision;

import static java.util.Comparator.comparing;

import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/**
 * Of which leases people are shown when they expire: of as many as a budget of writes can keep ahead of the clock.
 *
 * <p>What cannot be kept ahead is left out, the shortest terms first, since they cost the most. One that is left out
 * comes back only when there is some room to spare, so that none comes and goes.
 *
 * @param shown those whose expiry is shown
 * @param eager whether the budget must be used for refreshes before they are due, to have the time for all of them
 */
public record ExpiryPlan<K>(Set<K> shown, boolean eager) {
    /** Shown times have whole seconds, and a write takes its time. */
    private static final Duration SLACK = Duration.ofMillis(1_500);

    private static final double ROOM_TO_COME_BACK = 0.8;

    public ExpiryPlan {
        shown = Set.copyOf(shown);
    }

    /**
     * One lease that is held.
     *
     * @param validity how long it goes on after a renewal
     * @param shown whether its expiry is shown now
     */
    public record Demand<K>(K lease, Duration validity, boolean shown) {}

    public static <K> ExpiryPlan<K> of(Collection<Demand<K>> leases, double writesPerSecond) {
        Set<K> shown = new HashSet<>();
        var used = 0.0;
        var wanted = 0.0;
        for (var lease : cheapestFirst(leases)) {
            wanted += atLeisure(lease.validity());
            var cost = cost(lease.validity());
            if (used + cost <= limit(lease.shown(), writesPerSecond)) {
                used += cost;
                shown.add(lease.lease());
            }
        }
        return new ExpiryPlan<>(shown, wanted > writesPerSecond);
    }

    /** Whether the expiry of one more can be shown, beside what the others cost already. */
    public static boolean hasRoomFor(Duration validity, boolean shown, double used, double writesPerSecond) {
        return used + cost(validity) <= limit(shown, writesPerSecond);
    }

    /**
     * Writes a second that surely suffice, whenever the others are due: one within the time from the first renewal
     * after the one that is shown, to the end of what is shown.
     */
    public static double cost(Duration validity) {
        var window = validity.multipliedBy(2).dividedBy(3).minus(SLACK);
        return window.isNegative() || window.isZero() ? Double.MAX_VALUE : perSecond(window);
    }

    /** The same where it waits until half of what is shown is used, which with renewals each third is at two thirds. */
    private static double atLeisure(Duration validity) {
        return perSecond(validity.dividedBy(3));
    }

    private static double perSecond(Duration each) {
        return 1_000.0 / each.toMillis();
    }

    private static double limit(boolean shown, double writesPerSecond) {
        return shown ? writesPerSecond : writesPerSecond * ROOM_TO_COME_BACK;
    }

    private static <K> Iterable<Demand<K>> cheapestFirst(Collection<Demand<K>> leases) {
        return leases.stream()
                .sorted(comparing((Demand<K> lease) -> lease.validity())
                        .reversed()
                        .thenComparing(lease -> !lease.shown()))
                .toList();
    }
}
