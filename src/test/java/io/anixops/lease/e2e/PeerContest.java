package io.anixops.lease.e2e;

import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;

/** Two of Fabric8's {@code LeaderElector}, on a Lease of a real API server. */
final class PeerContest implements Contest {
    private final KubernetesClient client;
    private final PeerRival.Settings settings;
    private int rivals;
    private PeerRival leader;
    private PeerRival waiter;

    PeerContest(KubernetesClient client, PeerRival.Settings settings) throws Exception {
        this.client = client;
        this.settings = settings;
        leader = newcomer().elect().awaitLeading();
        waiter = newcomer().electInVain();
    }

    private PeerRival newcomer() {
        return new PeerRival(client, settings, "rival-" + ++rivals);
    }

    @Override
    public Duration handOver() throws Exception {
        var time = leader.handOverTo(waiter);
        leader.electInVain();
        var former = leader;
        leader = waiter;
        waiter = former;
        return time;
    }

    @Override
    public Duration takeOver() throws Exception {
        var time = leader.vanishBefore(waiter);
        leader.close();
        leader = waiter;
        waiter = newcomer().electInVain();
        return time;
    }

    @Override
    public void close() {
        waiter.close();
        leader.close();
    }
}
