package io.anixops.lease.operator;

import io.anixops.lease.LeaseName;
import io.anixops.lease.operator.api.DatabaseLease;
import io.anixops.lease.operator.api.DatabaseLeaseStatus;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.micrometer.core.instrument.Meter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/** The series of every lease: they come with the first pass over its resource, and go when it is gone. */
final class LeaseMeters implements PassListener {
    private final Meters meters;
    private final LeaseCache cache;
    private final Holdings holdings;
    private final LongSupplier nanos;
    private final Map<LeaseName, Entry> byRow = new ConcurrentHashMap<>();

    private record Entry(ResourceID resource, String uid, LeaseSeries series, List<Meter> meters) {}

    LeaseMeters(Meters meters, LeaseCache cache, Holdings holdings, LongSupplier nanos) {
        this.meters = meters;
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
                byRow.computeIfPresent(row, (key, now) -> now.uid().equals(entry.uid()) ? dropped(now) : now);
            }
        });
    }

    /** Removes all of them; they come again with the next pass. */
    void clear() {
        byRow.keySet().forEach(row -> byRow.computeIfPresent(row, (key, entry) -> dropped(entry)));
    }

    private void ensure(DatabaseLease resource, LeaseName row) {
        byRow.compute(row, (key, entry) -> {
            if (entry != null && entry.uid().equals(uid(resource))) {
                return entry;
            }
            if (entry != null) {
                meters.remove(entry.meters());
            }
            return begun(resource, row);
        });
    }

    private Entry begun(DatabaseLease resource, LeaseName row) {
        var id = ResourceID.fromResource(resource);
        var keys = new Keys(id.getName());
        var namespace = id.getNamespace().orElseThrow();
        var shown = Optional.ofNullable(resource.getStatus()).orElseGet(DatabaseLeaseStatus::empty);
        var series = new LeaseSeries(shown, nanos.getAsLong());
        var registered = series.register(
                meters,
                row.value(),
                () -> leads(id),
                () -> (int) cache.bearing(namespace, keys).stream()
                        .filter(keys::marksLeader)
                        .count(),
                nanos);
        return new Entry(id, uid(resource), series, registered);
    }

    private boolean leads(ResourceID id) {
        return holdings.of(id)
                .filter(holding -> !holding.isLost() && holding.trust().isOpenAt(nanos.getAsLong()))
                .isPresent();
    }

    @SuppressWarnings("NullAway") // of a map: null removes
    private Entry dropped(Entry entry) {
        meters.remove(entry.meters());
        return null;
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
