package io.anixops.lease.operator;

import io.anixops.lease.operator.decision.ExpiryPlan;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which resources show when their lease expires, and when a refresh may be written: all of them share one budget.
 *
 * <p>Who comes while it is used up is left out at once, so that nothing is shown that cannot be kept; who is to make
 * room for cheaper ones is told at the next turn.
 */
final class ExpiryBudget {
    private static final Logger LOG = LoggerFactory.getLogger(ExpiryBudget.class);

    private final int writesPerSecond;
    private final RequestPace pace;
    private final LongSupplier nanos;
    private final TokenBucket writes;
    private final Map<ResourceID, ExpiryPlan.Demand<ResourceID>> demands = new HashMap<>();
    private double used;
    private boolean eager;
    private boolean told;

    ExpiryBudget(int writesPerSecond, RequestPace pace, LongSupplier nanos) {
        this.pace = pace;
        this.writesPerSecond = writesPerSecond;
        this.nanos = nanos;
        this.writes =
                new TokenBucket(writesPerSecond, Duration.ofSeconds(1).dividedBy(writesPerSecond), nanos.getAsLong());
    }

    /**
     * Whether the expiry of this lease shall be shown.
     *
     * @param shown whether it is shown now; it counts when the lease is new here, as after a start
     */
    synchronized boolean shows(ResourceID lease, Duration validity, boolean shown) {
        var known = demands.get(lease);
        if (known != null && known.validity().equals(validity)) {
            return known.shown();
        }
        var isShown = known == null ? ExpiryPlan.hasRoomFor(validity, shown, used, writesPerSecond) : known.shown();
        demands.put(lease, new ExpiryPlan.Demand<>(lease, validity, isShown));
        used += (isShown ? ExpiryPlan.cost(validity) : 0) - costOf(known);
        return isShown;
    }

    /** Nobody holds it, or its resource is gone. */
    synchronized void forget(ResourceID lease) {
        used -= costOf(demands.remove(lease));
    }

    /** Decides anew for all that are still there. */
    synchronized void plan(Predicate<ResourceID> isThere) {
        demands.keySet().removeIf(isThere.negate());
        var plan = ExpiryPlan.of(List.copyOf(demands.values()), writesPerSecond);
        demands.replaceAll((lease, demand) ->
                new ExpiryPlan.Demand<>(lease, demand.validity(), plan.shown().contains(lease)));
        used = demands.values().stream().mapToDouble(ExpiryBudget::costOf).sum();
        eager = plan.eager();
        tell(demands.size() - plan.shown().size());
    }

    /** Whether refreshes shall be written before they are due, where there is budget. */
    synchronized boolean isEager() {
        return eager;
    }

    /** A write that can wait. */
    synchronized boolean mayWrite() {
        var now = nanos.getAsLong();
        return writes.hasOne(now) && pace.spare() && writes.take(now);
    }

    /** A write that cannot wait: those that can wait the longer for it. */
    synchronized void mustWrite() {
        writes.owe(nanos.getAsLong());
        pace.urgent();
    }

    /** How many are held and not shown. */
    synchronized int leftOut() {
        return (int) demands.values().stream().filter(demand -> !demand.shown()).count();
    }

    private void tell(int leftOut) {
        if (leftOut > 0 == told) {
            return;
        }
        told = leftOut > 0;
        LOG.atInfo()
                .addKeyValue("leftOut", leftOut)
                .addKeyValue("writesPerSecond", writesPerSecond)
                .log(
                        told
                                ? "the budget of status writes cannot keep every shown expiry ahead of the clock, so some are left out"
                                : "the budget of status writes suffices to show every expiry");
    }

    private static double costOf(ExpiryPlan.@org.jspecify.annotations.Nullable Demand<ResourceID> demand) {
        return demand != null && demand.shown() ? ExpiryPlan.cost(demand.validity()) : 0;
    }
}
