package io.anixops.lease.operator;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Strips the keys of leases whose resource is gone: deleted while no operator ran, or put there by another hand. */
final class Orphans {
    private static final Logger LOG = LoggerFactory.getLogger(Orphans.class);

    private final LeaseCache cache;
    private final LabelRemoval removal;
    private final Predicate<ResourceID> exists;

    /** @param exists asks the API server: a resource that the cache does not know may be a new one */
    Orphans(LeaseCache cache, LabelRemoval removal, Predicate<ResourceID> exists) {
        this.cache = cache;
        this.removal = removal;
        this.exists = exists;
    }

    void tick() {
        cache.marked().filter(lease -> cache.resource(lease).isEmpty()).forEach(this::strip);
    }

    private void strip(ResourceID lease) {
        try {
            if (!exists.test(lease)) {
                removal.strip(lease.getNamespace().orElseThrow(), new Keys(lease.getName()));
            }
        } catch (KubernetesClientException e) {
            LOG.atWarn()
                    .addKeyValue("namespace", lease.getNamespace().orElse(""))
                    .addKeyValue("name", lease.getName())
                    .addKeyValue("cause", ApiErrors.sentence(e))
                    .log("keys of a lease that is gone could not be taken off, and are tried again");
        }
    }
}
