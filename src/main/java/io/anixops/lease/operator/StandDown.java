package io.anixops.lease.operator;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.Optional;

/**
 * Makes all replicas of the operator stand by for a while: it takes the Lease on which they agree, whoever has it. Nothing
 * has to be undone, since the Lease expires.
 */
final class StandDown {
    /** Longer than Kubernetes needs to end the replicas of a release that is uninstalled. */
    static final Duration HOLD = Duration.ofMinutes(1);

    private static final int TRIES = 12;

    private final KubernetesClient client;
    private final String namespace;
    private final String identity;
    private final InstantSource clock;

    StandDown(KubernetesClient client, String namespace, String identity, InstantSource clock) {
        this.client = client;
        this.namespace = namespace;
        this.identity = identity;
        this.clock = clock;
    }

    /**
     * From now on no replica begins to work for {@link #HOLD}.
     *
     * @return how long the one that works may go on until it has noticed
     * @throws KubernetesClientException when the API server refuses, or the Lease changes faster than it can be written
     */
    Duration order() {
        for (var attempt = 1; ; attempt++) {
            try {
                return take();
            } catch (KubernetesClientException e) {
                if (e.getCode() != HttpURLConnection.HTTP_CONFLICT || attempt == TRIES) {
                    throw e;
                }
            }
        }
    }

    private Duration take() {
        var found = Optional.ofNullable(client.leases()
                .inNamespace(namespace)
                .withName(ReplicaElection.LEASE)
                .get());
        var mine = client.resource(ours(found.orElseGet(Lease::new)));
        if (found.isPresent()) {
            mine.update();
        } else {
            mine.create();
        }
        var other = found.flatMap(lease -> Optional.ofNullable(lease.getSpec()))
                .flatMap(spec -> Optional.ofNullable(spec.getHolderIdentity()))
                .filter(holder -> !holder.isEmpty() && !holder.equals(identity));
        return other.isPresent() ? ReplicaElection.LEASE_DURATION : Duration.ZERO;
    }

    /** Onto the version that was read. */
    private Lease ours(Lease found) {
        var now = clock.instant().atZone(ZoneOffset.UTC);
        return new LeaseBuilder(found)
                .editOrNewMetadata()
                .withNamespace(namespace)
                .withName(ReplicaElection.LEASE)
                .endMetadata()
                .editOrNewSpec()
                .withHolderIdentity(identity)
                .withLeaseDurationSeconds((int) HOLD.toSeconds())
                .withAcquireTime(now)
                .withRenewTime(now)
                .endSpec()
                .build();
    }
}
