package io.anixops.lease.operator;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Strips keys of resources that are gone: what was deleted while no operator looked. */
final class Sweep {
    private static final Logger LOG = LoggerFactory.getLogger(Sweep.class);

    private final LeaseCache cache;
    private final LabelRemoval removal;

    Sweep(LeaseCache cache, LabelRemoval removal) {
        this.cache = cache;
        this.removal = removal;
    }

    void tick() {
        cache.markedPods().forEach(this::sweep);
    }

    private void sweep(Pod pod) {
        var namespace = pod.getMetadata().getNamespace();
        Keys.leasesOn(pod)
                .filter(lease ->
                        cache.resource(new ResourceID(lease, namespace)).isEmpty())
                .forEach(lease -> strip(namespace, lease));
    }

    private void strip(String namespace, String lease) {
        try {
            removal.strip(namespace, new Keys(lease));
            LOG.atInfo()
                    .addKeyValue("namespace", namespace)
                    .addKeyValue("name", lease)
                    .log("keys of a resource that is gone were taken off");
        } catch (KubernetesClientException e) {
            LOG.atWarn()
                    .addKeyValue("namespace", namespace)
                    .addKeyValue("name", lease)
                    .addKeyValue("cause", ApiErrors.sentence(e))
                    .log("keys of a resource that is gone could not be taken off, and are tried again");
        }
    }
}
