package io.anixops.lease.operator;

import io.anixops.lease.operator.api.DatabaseLease;
import io.anixops.lease.operator.api.DatabaseLeaseStatus;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds resources to which no pass has come. The framework forgets one that is made again under its name while the
 * deletion of the former is still being dealt with.
 */
final class Overlooked implements PassListener {
    private final Supplier<Stream<DatabaseLease>> resources;
    private final Consumer<DatabaseLease> discover;
    private final Set<String> passed = ConcurrentHashMap.newKeySet();
    private Set<String> waiting = Set.of();

    Overlooked(Supplier<Stream<DatabaseLease>> resources, Consumer<DatabaseLease> discover) {
        this.resources = resources;
        this.discover = discover;
    }

    @Override
    public void passed(DatabaseLease resource) {
        passed.add(uid(resource));
    }

    @Override
    public void changed(DatabaseLease resource, DatabaseLeaseStatus before, DatabaseLeaseStatus now) {
        passed.add(uid(resource));
    }

    int size() {
        return passed.size();
    }

    /** Those that waited a turn ago and wait still are brought to the framework's mind. */
    void tick() {
        var there = resources.get().toList();
        passed.retainAll(there.stream().map(Overlooked::uid).collect(Collectors.toSet()));
        var without = there.stream()
                .filter(resource -> !passed.contains(uid(resource)) && !resource.isMarkedForDeletion())
                .toList();
        var overdue = without.stream()
                .filter(resource -> waiting.contains(uid(resource)))
                .toList();
        waiting = without.stream().map(Overlooked::uid).collect(Collectors.toSet());
        Each.of(overdue, discover);
    }

    private static String uid(DatabaseLease resource) {
        return resource.getMetadata().getUid();
    }
}
