package io.anixops.lease.operator;

import static java.util.Comparator.comparing;

import io.anixops.lease.operator.api.DatabaseLease;
import io.anixops.lease.operator.api.DatabaseLeaseStatus;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the expiry that people see ahead of the clock while nothing else changes: when half of what is shown is used,
 * the soonest to end first, and no more writes than the budget. What the budget cannot keep ahead is taken away in time.
 */
final class StatusRefresh {
    private static final Logger LOG = LoggerFactory.getLogger(StatusRefresh.class);

    /** What is shown is about to end, and nobody may see it after that. */
    private static final Duration URGENT = Duration.ofMillis(600);

    private static final Duration PLAN_EVERY = Duration.ofSeconds(1);

    /** So that a turn comes to its end. */
    private static final int MOST_IN_A_TURN = 500;

    private final Holdings holdings;
    private final LeaseCache cache;
    private final StatusWriter writer;
    private final ExpiryBudget budget;
    private final LongSupplier nanos;
    private final Map<ResourceID, Instant> written = new ConcurrentHashMap<>();
    private long planAt;

    StatusRefresh(Holdings holdings, LeaseCache cache, StatusWriter writer, ExpiryBudget budget, LongSupplier nanos) {
        this.holdings = holdings;
        this.cache = cache;
        this.writer = writer;
        this.budget = budget;
        this.nanos = nanos;
        this.planAt = nanos.getAsLong();
    }

    int size() {
        return written.size();
    }

    void tick() {
        var now = nanos.getAsLong();
        if (now - planAt >= 0) {
            planAt = now + PLAN_EVERY.toNanos();
            budget.plan(lease -> cache.resource(lease).isPresent());
        }
        var held = holdings.all();
        written.keySet().retainAll(held.stream().map(Holding::resource).toList());
        var due = held.stream()
                .flatMap(holding -> due(holding, now))
                .sorted(comparing(Refresh::left))
                .limit(MOST_IN_A_TURN)
                .toList();
        var permitted = due.stream().takeWhile(this::mayWrite).toList();
        Each.of(permitted, this::write);
    }

    private Stream<Refresh> due(Holding holding, long now) {
        if (holding.isLost() || !isRenewedSinceItWasWritten(holding)) {
            return Stream.empty();
        }
        return cache
                .resource(holding.resource())
                .filter(resource -> resource.getStatus() != null)
                .flatMap(resource -> refreshOf(holding, resource, now))
                .filter(this::isDue)
                .stream();
    }

    private Optional<Refresh> refreshOf(Holding holding, DatabaseLease resource, long now) {
        var shown = resource.getStatus();
        if (shown.holder() == null
                || shown.token() == null
                || shown.token() != holding.row().token()) {
            return Optional.empty(); // a transition is on its way
        }
        var toShow = budget.shows(holding.resource(), holding.ttl(), shown.expiresAt() != null);
        return Optional.of(new Refresh(holding, resource, shown, toShow, left(holding, shown, now)));
    }

    private boolean isRenewedSinceItWasWritten(Holding holding) {
        var last = written.get(holding.resource());
        var renewedAt = holding.row().renewedAt();
        return last == null || (renewedAt != null && last.isBefore(renewedAt));
    }

    private boolean isDue(Refresh refresh) {
        var row = refresh.holding().row();
        var shown = refresh.shown().expiresAt();
        if (shown == null || !refresh.toShow()) {
            return shown != null || refresh.toShow();
        }
        var newer = StatusChange.seconds(row.expiresAt()).compareTo(shown) > 0;
        return StatusChange.isRefreshDue(refresh.shown(), row.renewedAt(), row.expiresAt())
                || (newer && (budget.isEager() || refresh.isUrgent()));
    }

    /** What is left of the expiry that is shown, on the monotonic clock: from before the renewal was sent. */
    private static Duration left(Holding holding, DatabaseLeaseStatus shown, long now) {
        if (shown.expiresAt() == null) {
            return holding.ttl();
        }
        var ofTheRow = holding.trust().leftAt(now).plus(holding.ttl().dividedBy(3));
        return ofTheRow.minus(
                Duration.between(Instant.parse(shown.expiresAt()), holding.row().expiresAt()));
    }

    private boolean mayWrite(Refresh refresh) {
        if (refresh.isUrgent()) {
            budget.mustWrite();
            return true;
        }
        return budget.mayWrite();
    }

    private void write(Refresh refresh) {
        var row = refresh.holding().row();
        try {
            var done = refresh.toShow()
                    ? writer.refresh(
                            refresh.resource(),
                            StatusChange.seconds(row.expiresAt()),
                            StatusChange.seconds(refresh.renewedAt()))
                    : writer.leaveOutExpiry(refresh.resource());
            if (done) {
                written.put(refresh.holding().resource(), refresh.renewedAt());
            }
        } catch (KubernetesClientException e) {
            LOG.atWarn()
                    .addKeyValue("lease", row.name())
                    .addKeyValue("cause", ApiErrors.sentence(e))
                    .log("expiry could not be shown, and is tried again");
        }
    }

    private record Refresh(
            Holding holding, DatabaseLease resource, DatabaseLeaseStatus shown, boolean toShow, Duration left) {
        boolean isUrgent() {
            return left.compareTo(URGENT) < 0;
        }

        Instant renewedAt() {
            var renewedAt = holding.row().renewedAt();
            return renewedAt == null ? holding.row().expiresAt().minus(holding.ttl()) : renewedAt;
        }
    }
}
