package io.anixops.lease.operator;

import io.anixops.lease.LeaseStoreException;
import io.anixops.lease.operator.api.DatabaseLease;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What is left to do when a resource is deleted: keys off, lease released, whoever waited for the row told. */
final class Departure {
    private static final Logger LOG = LoggerFactory.getLogger(Departure.class);

    private final Holdings holdings;
    private final Sightings sightings;
    private final Releases releases;
    private final LabelPlacement labels;
    private final LeaseCache cache;
    private final Consumer<ResourceID> wake;

    Departure(Terms terms, Releases releases, LabelPlacement labels, LeaseCache cache, Consumer<ResourceID> wake) {
        this.holdings = terms.holdings();
        this.sightings = terms.sightings();
        this.releases = releases;
        this.labels = labels;
        this.cache = cache;
        this.wake = wake;
    }

    void of(DatabaseLease resource) {
        labels.strip(resource);
        var id = ResourceID.fromResource(resource);
        holdings.of(id).ifPresent(this::release);
        sightings.forget(id);
        cache.rowName(resource).stream()
                .flatMap(cache::claimants)
                .filter(other -> !other.equals(id))
                .forEach(wake);
    }

    /** What is held for a resource that was made again under its name, unseen, is not the new one's. */
    void ofFormer(DatabaseLease resource) {
        holdings.of(ResourceID.fromResource(resource))
                .filter(holding ->
                        !holding.resourceUid().equals(resource.getMetadata().getUid()))
                .ifPresent(holding -> {
                    labels.strip(resource);
                    release(holding);
                });
        sightings
                .of(ResourceID.fromResource(resource))
                .filter(seen ->
                        !seen.resourceUid().equals(resource.getMetadata().getUid()))
                .ifPresent(seen -> {
                    labels.strip(resource);
                    sightings.forget(seen.resource());
                });
    }

    /** Where spec.electedBy has changed, what was held or seen in the other mode is as suspended: first the label goes. */
    void ofFormerMode(DatabaseLease resource, LeaseRow.ElectedBy mode) {
        var id = ResourceID.fromResource(resource);
        if (mode == LeaseRow.ElectedBy.PODS) {
            holdings.of(id).ifPresent(holding -> {
                labels.takeOff(holding.labelledTerm());
                release(holding);
            });
        } else {
            sightings.labelled(id).ifPresent(labels::takeOff);
            sightings.forget(id);
        }
    }

    /** No row is the resource's any more; the label is off already. */
    void ofRefused(DatabaseLease resource) {
        var id = ResourceID.fromResource(resource);
        holdings.of(id).ifPresent(this::release);
        sightings.forget(id);
    }

    /** Nobody shall lead by our hand any more; the label is off already. */
    void release(Holding holding) {
        try {
            releases.release(holding.term());
        } catch (LeaseStoreException e) {
            LOG.atWarn()
                    .addKeyValue("lease", holding.term().name())
                    .addKeyValue("cause", e.getMessage())
                    .log("lease could not be released, and expires by itself");
        }
        holdings.end(holding.resource());
    }
}
