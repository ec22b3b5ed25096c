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
import java.util.stream.Collectors;
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

    private final Terms terms;
    private final LeaseCache cache;
    private final StatusWriter writer;
    private final ExpiryBudget budget;
    private final LongSupplier nanos;
    private final Map<ResourceID, Instant> written = new ConcurrentHashMap<>();
    private long planAt;

    StatusRefresh(Terms terms, LeaseCache cache, StatusWriter writer, ExpiryBudget budget, LongSupplier nanos) {
        this.terms = terms;
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
            written.keySet()
                    .retainAll(terms.running().map(Terms.Running::resource).collect(Collectors.toSet()));
        }
        var due = terms.running()
                .flatMap(term -> due(term, now))
                .sorted(comparing(Refresh::left))
                .limit(MOST_IN_A_TURN)
                .toList();
        var permitted = due.stream().takeWhile(this::mayWrite).toList();
        Each.of(permitted, this::write);
    }

    private Stream<Refresh> due(Terms.Running term, long now) {
        if (!isRenewedSinceItWasWritten(term)) {
            return Stream.empty();
        }
        return cache
                .resource(term.resource())
                .filter(resource -> resource.getStatus() != null)
                .flatMap(resource -> refreshOf(term, resource, now))
                .filter(this::isDue)
                .stream();
    }

    private Optional<Refresh> refreshOf(Terms.Running term, DatabaseLease resource, long now) {
        var shown = resource.getStatus();
        if (shown.holder() == null
                || shown.token() == null
                || shown.token() != term.row().token()) {
            return Optional.empty(); // a transition is on its way
        }
        var toShow = ShownExpiry.isLong(term.row())
                && budget.shows(term.resource(), term.validity(), shown.expiresAt() != null);
        return Optional.of(new Refresh(term, resource, shown, toShow, left(term, shown, now)));
    }

    private boolean isRenewedSinceItWasWritten(Terms.Running term) {
        var last = written.get(term.resource());
        var renewedAt = term.row().renewedAt();
        return last == null || (renewedAt != null && last.isBefore(renewedAt));
    }

    private boolean isDue(Refresh refresh) {
        var row = refresh.term().row();
        var shown = refresh.shown().expiresAt();
        if (shown == null || !refresh.toShow()) {
            return shown != null || refresh.toShow();
        }
        var newer = StatusChange.seconds(row.expiresAt()).compareTo(shown) > 0;
        return StatusChange.isRefreshDue(refresh.shown(), row.renewedAt(), row.expiresAt())
                || (newer && (budget.isEager() || refresh.isUrgent()));
    }

    /** What is left of the expiry that is shown, on the monotonic clock: from before the renewal, or the reading, was sent. */
    private static Duration left(Terms.Running term, DatabaseLeaseStatus shown, long now) {
        if (shown.expiresAt() == null) {
            return term.validity();
        }
        return Duration.ofNanos(term.endsAt() - now)
                .minus(Duration.between(
                        Instant.parse(shown.expiresAt()), term.row().expiresAt()));
    }

    private boolean mayWrite(Refresh refresh) {
        if (refresh.isUrgent()) {
            budget.mustWrite();
            return true;
        }
        return budget.mayWrite();
    }

    private void write(Refresh refresh) {
        var row = refresh.term().row();
        try {
            var done = refresh.toShow()
                    ? writer.refresh(
                            refresh.resource(),
                            StatusChange.seconds(row.expiresAt()),
                            StatusChange.seconds(refresh.renewedAt()))
                    : writer.leaveOutExpiry(refresh.resource());
            if (done) {
                written.put(refresh.term().resource(), refresh.renewedAt());
            }
        } catch (KubernetesClientException e) {
            LOG.atWarn()
                    .addKeyValue("lease", row.name())
                    .addKeyValue("cause", ApiErrors.sentence(e))
                    .log("expiry could not be shown, and is tried again");
        }
    }

    private record Refresh(
            Terms.Running term, DatabaseLease resource, DatabaseLeaseStatus shown, boolean toShow, Duration left) {
        boolean isUrgent() {
            return left.compareTo(URGENT) < 0;
        }

        Instant renewedAt() {
            var renewedAt = term.row().renewedAt();
            return renewedAt == null ? term.row().expiresAt().minus(term.validity()) : renewedAt;
        }
    }
}
