package io.anixops.lease.operator;

import io.anixops.lease.LeaseName;
import io.anixops.lease.operator.api.DatabaseLease;
import io.anixops.lease.operator.api.DatabaseLeaseStatus;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * The series of every lease: they come with the first pass over its resource, and go when it is gone. Between two scrapes
 * nothing is kept but what is counted.
 */
final class LeaseMeters implements PassListener {
    private final LeaseCache cache;
    private final Holdings holdings;
    private final LongSupplier nanos;
    private final Map<LeaseName, Entry> byRow = new ConcurrentHashMap<>();

    private record Entry(ResourceID resource, String uid, LeaseSeries series) {}

    LeaseMeters(LeaseCache cache, Holdings holdings, LongSupplier nanos) {
        this.cache = cache;
        this.holdings = holdings;
        this.nanos = nanos;
    }

    @Override
    public void passed(DatabaseLease resource) {
        cache.rowName(resource).filter(row -> owns(resource, row)).ifPresent(row -> ensure(resource, row));
    }

    @Override
    public void changed(DatabaseLease resource, DatabaseLeaseStatus before, DatabaseLeaseStatus now) {
        cache.rowName(resource)
                .flatMap(row -> Optional.ofNullable(byRow.get(row)))
                .filter(entry -> entry.uid().equals(uid(resource)))
                .ifPresent(entry -> entry.series().changed(before, now, nanos.getAsLong()));
    }

    int size() {
        return byRow.size();
    }

    /** Removes the series of resources that are gone. */
    void tick() {
        byRow.forEach((row, entry) -> {
            if (!isThere(entry)) {
                byRow.remove(row, entry);
            }
        });
    }

    /** Removes all of them; they come again with the next pass. */
    void clear() {
        byRow.clear();
    }

    /** All of them, as they are now. */
    MetricSnapshots collect() {
        if (byRow.isEmpty()) {
            return MetricSnapshots.of();
        }
        var now = nanos.getAsLong();
        var scrape = new LeaseScrape();
        byRow.forEach((row, entry) -> {
            var id = entry.resource();
            scrape.add(row.value(), leads(id, now), labelled(id), entry.series(), now);
        });
        return scrape.snapshots();
    }

    private void ensure(DatabaseLease resource, LeaseName row) {
        byRow.compute(
                row, (key, entry) -> entry != null && entry.uid().equals(uid(resource)) ? entry : begun(resource));
    }

    private Entry begun(DatabaseLease resource) {
        var shown = Optional.ofNullable(resource.getStatus()).orElseGet(DatabaseLeaseStatus::empty);
        return new Entry(ResourceID.fromResource(resource), uid(resource), new LeaseSeries(shown, nanos.getAsLong()));
    }

    private long labelled(ResourceID id) {
        var keys = new Keys(id.getName());
        return cache.bearing(id.getNamespace().orElseThrow(), keys).stream()
                .filter(keys::marksLeader)
                .count();
    }

    private boolean leads(ResourceID id, long now) {
        return holdings.of(id)
                .filter(holding -> !holding.isLost() && holding.trust().isOpenAt(now))
                .isPresent();
    }

    private boolean isThere(Entry entry) {
        return cache.resource(entry.resource())
                .filter(resource -> uid(resource).equals(entry.uid()) && !resource.isMarkedForDeletion())
                .isPresent();
    }

    private boolean owns(DatabaseLease resource, LeaseName row) {
        return cache.owner(row)
                .filter(owner -> uid(owner).equals(uid(resource)))
                .isPresent();
    }

    private static String uid(HasMetadata resource) {
        return resource.getMetadata().getUid();
    }
}
