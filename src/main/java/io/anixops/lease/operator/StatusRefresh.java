package io.anixops.lease.operator;

import static java.util.Comparator.comparing;

import io.anixops.lease.operator.api.DatabaseLease;
import io.anixops.lease.operator.api.DatabaseLeaseStatus;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the expiry that people see ahead of the clock while nothing else changes: when half of what is shown is used,
 * the soonest to end first, and no more writes than the budget.
 */
final class StatusRefresh {
    private static final Logger LOG = LoggerFactory.getLogger(StatusRefresh.class);

    private final Terms terms;
    private final LeaseCache cache;
    private final StatusWriter writer;
    private final int writesPerTick;
    private final Map<ResourceID, Instant> written = new ConcurrentHashMap<>();

    StatusRefresh(Terms terms, LeaseCache cache, StatusWriter writer, int writesPerTick) {
        this.terms = terms;
        this.cache = cache;
        this.writer = writer;
        this.writesPerTick = writesPerTick;
    }

    void tick() {
        var held = terms.running().toList();
        written.keySet().retainAll(held.stream().map(Terms.Running::resource).collect(Collectors.toSet()));
        held.stream()
                .flatMap(this::due)
                .sorted(comparing(refresh -> String.valueOf(refresh.shown().expiresAt())))
                .limit(writesPerTick)
                .forEach(this::write);
    }

    private Stream<Refresh> due(Terms.Running term) {
        return cache
                .resource(term.resource())
                .filter(resource -> resource.getStatus() != null)
                .map(resource -> new Refresh(term, resource, resource.getStatus()))
                .filter(this::isDue)
                .stream();
    }

    private boolean isDue(Refresh refresh) {
        var row = refresh.term().row();
        var last = written.get(refresh.term().resource());
        return refresh.shown().token() != null
                && refresh.shown().token() == row.token()
                && refresh.shown().expiresAt() != null
                && StatusChange.isRefreshDue(refresh.shown(), row.renewedAt(), row.expiresAt())
                && (last == null || (row.renewedAt() != null && last.isBefore(row.renewedAt())));
    }

    private void write(Refresh refresh) {
        var row = refresh.term().row();
        try {
            if (writer.refresh(refresh.resource(), seconds(row.expiresAt()), seconds(refresh.renewedAt()))) {
                written.put(refresh.term().resource(), refresh.renewedAt());
            }
        } catch (KubernetesClientException e) {
            LOG.atWarn()
                    .addKeyValue("lease", row.name())
                    .addKeyValue("cause", ApiErrors.sentence(e))
                    .log("expiry could not be shown, and is tried again");
        }
    }

    private static String seconds(Instant instant) {
        return instant.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    private record Refresh(Terms.Running term, DatabaseLease resource, DatabaseLeaseStatus shown) {
        Instant renewedAt() {
            var renewedAt = term.row().renewedAt();
            return renewedAt == null ? term.row().expiresAt().minus(term.ttl()) : renewedAt;
        }
    }
}
