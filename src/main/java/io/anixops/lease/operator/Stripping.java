package io.anixops.lease.operator;

import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Takes every key of ours off all pods for good, before the operator is uninstalled. The replicas that still run are made
 * to stand by first, and for a while after it, so that none of them puts a label back.
 */
public final class Stripping {
    /** For what was under way when the replicas stood by. */
    private static final Duration SETTLING = Duration.ofSeconds(2);

    private final KeySweep sweep;
    private final @Nullable StandDown standDown;
    private final Pause pause;

    /** Waits, so that this class need not. */
    public interface Pause {
        void last(Duration time) throws InterruptedException;
    }

    /**
     * What is to be stripped, and on whose behalf.
     *
     * @param namespaces those whose pods are stripped; none: all
     * @param coordination namespace of the Lease on which the replicas agree; null where there is none, and no replica runs
     * @param identity of this process in that Lease
     */
    public Stripping(
            KubernetesClient client,
            Set<String> namespaces,
            @Nullable String coordination,
            String identity,
            InstantSource clock,
            Pause pause) {
        this.sweep = new KeySweep(client, namespaces);
        this.standDown = coordination == null ? null : new StandDown(client, coordination, identity, clock);
        this.pause = pause;
    }

    /**
     * Returns when a look at all pods has found no key any more.
     *
     * @return how many pods were stripped
     * @throws io.fabric8.kubernetes.client.KubernetesClientException when the API server refused, or did not answer
     */
    public int run() throws InterruptedException {
        pause.last(replicasStandBy());
        var stripped = 0;
        for (var found = sweep.sweep(); found > 0; found = sweep.sweep()) {
            stripped += found;
            pause.last(SETTLING);
            replicasStandBy(); // for a while from here on
        }
        return stripped;
    }

    private Duration replicasStandBy() {
        return standDown == null ? Duration.ZERO : standDown.order();
    }
}
