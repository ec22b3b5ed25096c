package io.anixops.lease.operator;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Cleans up after leases whose resource is gone. Their keys are stripped: it was deleted while no operator ran, or another
 * hand put them there. What is still held is given up: it was deleted while this replica was not to act on it.
 */
final class Orphans {
    private static final Logger LOG = LoggerFactory.getLogger(Orphans.class);

    private final LeaseCache cache;
    private final LabelRemoval removal;
    private final Predicate<ResourceID> exists;
    private final Terms terms;
    private final Consumer<Holding> release;

    /** @param exists asks the API server: a resource that the cache does not know may be a new one */
    Orphans(
            LeaseCache cache,
            LabelRemoval removal,
            Predicate<ResourceID> exists,
            Terms terms,
            Consumer<Holding> release) {
        this.cache = cache;
        this.removal = removal;
        this.exists = exists;
        this.terms = terms;
        this.release = release;
    }

    void tick() {
        var held = terms.holdings().all().stream()
                .filter(holding -> cache.resource(holding.resource()).isEmpty())
                .toList();
        Each.of(held, this::giveUp);
        Each.of(cache.marked().filter(lease -> cache.resource(lease).isEmpty()).toList(), this::strip);
        var seen = terms.sightings().all().stream()
                .map(Sighting::resource)
                .filter(lease -> cache.resource(lease).isEmpty())
                .toList();
        Each.of(seen, this::forget);
    }

    private void forget(ResourceID seen) {
        if (strip(seen)) {
            terms.sightings().forget(seen);
        }
    }

    private void giveUp(Holding held) {
        if (strip(held.resource())) {
            release.accept(held);
        }
    }

    /** False when there is one after all, or keys may be left. */
    private boolean strip(ResourceID lease) {
        try {
            return !exists.test(lease) && removal.strip(lease.getNamespace().orElseThrow(), new Keys(lease.getName()));
        } catch (KubernetesClientException e) {
            LOG.atWarn()
                    .addKeyValue("namespace", lease.getNamespace().orElse(""))
                    .addKeyValue("name", lease.getName())
                    .addKeyValue("cause", ApiErrors.sentence(e))
                    .log("keys of a lease that is gone could not be taken off, and are tried again");
            return false;
        }
    }
}
