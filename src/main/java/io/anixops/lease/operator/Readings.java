package io.anixops.lease.operator;

import static java.util.stream.Collectors.toMap;

import io.anixops.lease.Lease;
import io.anixops.lease.LeaseName;
import io.anixops.lease.LeaseStore;
import io.anixops.lease.LeaseStoreException;
import io.anixops.lease.operator.decision.Outcome;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the rows of the leases that pods hold themselves, all that are due in one statement, and asks for a pass where
 * something other than an expiry has changed. Nothing here, nor in what follows from it, writes to the table.
 */
final class Readings {
    private static final Logger LOG = LoggerFactory.getLogger(Readings.class);

    /** Those due within so much of their ttl go along, so that those of one ttl soon go together. */
    private static final int TOGETHER = 12;

    private final Sightings sightings;
    private final LeaseStore store;
    private final Predicate<ResourceID> exists;
    private final LongSupplier nanos;
    private final Consumer<ResourceID> wake;

    Readings(
            Sightings sightings,
            LeaseStore store,
            Predicate<ResourceID> exists,
            LongSupplier nanos,
            Consumer<ResourceID> wake) {
        this.sightings = sightings;
        this.store = store;
        this.exists = exists;
        this.nanos = nanos;
        this.wake = wake;
    }

    void tick() {
        var sentAt = nanos.getAsLong();
        var due = due(sentAt);
        if (due.isEmpty()) {
            return;
        }
        try {
            var rows = store.find(due.keySet(), shortestTtl(due));
            due.forEach((name, seen) -> noteRead(seen, rows.get(name), sentAt));
        } catch (LeaseStoreException e) {
            noteSilence(due, e);
        }
    }

    /** Makes the reading of a row due now: something may have happened to it. */
    void soon(ResourceID resource) {
        sightings.change(resource, seen -> seen.withReadAt(nanos.getAsLong()));
    }

    private Map<LeaseName, Sighting> due(long now) {
        var all = sightings.all();
        if (all.stream().noneMatch(seen -> seen.readAt() - now <= 0)) {
            return Map.of();
        }
        return all.stream()
                .filter(seen ->
                        seen.readAt() - now <= seen.ttl().dividedBy(TOGETHER).toNanos())
                .filter(seen -> exists.test(seen.resource())) // else its label is on its way off
                .collect(toMap(Sighting::name, Function.identity(), (one, other) -> one));
    }

    private static Duration shortestTtl(Map<LeaseName, Sighting> due) {
        return due.values().stream()
                .map(Sighting::ttl)
                .min(Comparator.naturalOrder())
                .orElseThrow();
    }

    private void noteRead(Sighting before, @Nullable Lease row, long sentAt) {
        if (before.silence() != null) {
            LOG.atInfo().addKeyValue("lease", before.name()).log("row is read again");
        }
        sightings
                .change(before.resource(), seen -> seen.read(row, sentAt))
                .filter(now -> isNews(before, now))
                .ifPresent(now -> wake.accept(now.resource()));
    }

    private void noteSilence(Map<LeaseName, Sighting> due, LeaseStoreException cause) {
        var now = nanos.getAsLong();
        var why = DatabaseErrors.outcome(cause);
        var news = due.values().stream().filter(seen -> isNews(seen, why)).toList();
        due.values().forEach(seen -> sightings.change(seen.resource(), known -> known.silent(why, now)));
        if (!news.isEmpty()) {
            LOG.atWarn()
                    .addKeyValue("leases", news.size())
                    .addKeyValue("cause", cause.getMessage())
                    .log("rows could not be read, and are tried again");
        }
        news.forEach(seen -> wake.accept(seen.resource()));
    }

    private static boolean isNews(Sighting before, Outcome.Idle why) {
        return before.silence() == null || before.silence().why() != why.why();
    }

    private boolean isNews(Sighting before, Sighting now) {
        var at = nanos.getAsLong();
        return !before.wasAsked()
                || before.silence() != null
                || !essence(before.row()).equals(essence(now.row()))
                || (now.isTrustedAt(at) && !before.isTrustedAt(at));
    }

    private static List<Object> essence(@Nullable Lease row) {
        return row == null
                ? List.of()
                : Arrays.asList(
                        row.holder(), row.token(), row.isFree(), row.renewer(), row.holderInfo(), row.acquiredAt());
    }
}
