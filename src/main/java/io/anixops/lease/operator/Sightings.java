package io.anixops.lease.operator;

import io.anixops.lease.operator.api.DatabaseLease;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * What this process has read of the leases that pods hold themselves. It is where the reconciler and the readings meet;
 * neither waits for the other.
 */
final class Sightings implements TermBook {
    private final ConcurrentHashMap<ResourceID, Sighting> byResource = new ConcurrentHashMap<>();

    Optional<Sighting> of(ResourceID resource) {
        return Optional.ofNullable(byResource.get(resource));
    }

    List<Sighting> all() {
        return List.copyOf(byResource.values());
    }

    int size() {
        return byResource.size();
    }

    /** What is known of the resource's row; from now on it is read at the resource's pace. */
    Sighting watch(DatabaseLease resource, LeaseRow.Named row, long now) {
        var id = ResourceID.fromResource(resource);
        var uid = resource.getMetadata().getUid();
        return byResource.compute(id, (key, known) -> {
            if (known == null
                    || !known.resourceUid().equals(uid)
                    || !known.name().equals(row.name())) {
                return Sighting.unread(id, uid, row.name(), row.ttl(), now);
            }
            return known.ttl().equals(row.ttl()) ? known : known.withTtl(row.ttl(), now);
        });
    }

    void forget(ResourceID resource) {
        byResource.remove(resource);
    }

    void forgetAll() {
        byResource.clear();
    }

    /** Changes what is known, where something is. */
    Optional<Sighting> change(ResourceID resource, UnaryOperator<Sighting> change) {
        return Optional.ofNullable(byResource.computeIfPresent(resource, (key, now) -> change.apply(now)));
    }

    @Override
    public Optional<LabelledTerm> labelled(ResourceID resource) {
        return of(resource).flatMap(Sighting::labelledTerm);
    }

    @Override
    public Stream<LabelledTerm> labelled() {
        return all().stream().flatMap(seen -> seen.labelledTerm().stream());
    }

    @Override
    public boolean trusts(ResourceID resource, LabelTarget target, long now) {
        return of(resource)
                .filter(seen -> seen.isOf(target) && seen.isTrustedAt(now))
                .isPresent();
    }

    @Override
    public void placed(ResourceID resource, LabelTarget target) {
        change(resource, seen -> seen.withLabel(target, false));
    }

    @Override
    public void retracted(ResourceID resource, LabelTarget target) {
        change(resource, seen -> target.equals(seen.labelled()) ? seen.withLabel(target, true) : seen);
    }

    @Override
    public void retractedUnlessTrusted(ResourceID resource, LabelTarget target, long now) {
        change(
                resource,
                seen -> target.equals(seen.labelled()) && !(seen.isOf(target) && seen.isTrustedAt(now))
                        ? seen.withLabel(target, true)
                        : seen);
    }
}
