package io.anixops.lease.e2e;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderCallbacks;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderElectionConfigBuilder;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderElectorBuilder;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.LeaseLock;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** One of Fabric8's {@code LeaderElector}, which want a Lease of a real API server. */
final class PeerRival implements Rival<PeerRival> {
    private final KubernetesClient client;
    private final Settings settings;
    private final ObservedLock lock;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final NextMoment grant = new NextMoment();
    private volatile Future<Long> granted = grant.expect();
    private CompletableFuture<?> elector = new CompletableFuture<>();

    /** The Lease, and the three times that an elector is given. */
    record Settings(String lease, Duration duration, Duration renewDeadline, Duration retryPeriod) {
        /** In the proportions of 15, 10 and 2 seconds, which its documentation shows. */
        static Settings ofTtl(String lease, Duration ttl) {
            return new Settings(
                    lease,
                    ttl,
                    ttl.multipliedBy(10).dividedBy(15),
                    ttl.multipliedBy(2).dividedBy(15));
        }
    }

    PeerRival(KubernetesClient client, Settings settings) {
        this.client = client;
        this.settings = settings;
        lock = new ObservedLock(
                new LeaseLock("default", settings.lease(), UUID.randomUUID().toString()));
    }

    @Override
    public PeerRival elect() {
        granted = grant.expect();
        var config = new LeaderElectionConfigBuilder()
                .withName(settings.lease())
                .withLock(lock)
                .withLeaseDuration(settings.duration())
                .withRenewDeadline(settings.renewDeadline())
                .withRetryPeriod(settings.retryPeriod())
                .withReleaseOnCancel(true)
                .withLeaderCallbacks(new LeaderCallbacks(grant::isNow, () -> {}, leader -> {}))
                .build();
        elector = new LeaderElectorBuilder(client, threads)
                .withConfig(config)
                .build()
                .start();
        return this;
    }

    @Override
    public PeerRival electInVain() throws Exception {
        var look = lock.nextLook();
        elect();
        NextMoment.await(look);
        return this;
    }

    @Override
    public PeerRival awaitLeading() throws Exception {
        NextMoment.await(granted);
        return this;
    }

    @Override
    public Duration handOverTo(PeerRival next) throws Exception {
        elector.cancel(true);
        return Duration.ofNanos(NextMoment.await(next.granted) - lock.releasedAt());
    }

    @Override
    public Duration vanishBefore(PeerRival next) throws Exception {
        var since = NextMoment.await(lock.nextRenewal());
        lock.vanish();
        return Duration.ofNanos(NextMoment.await(next.granted) - since);
    }

    @Override
    public void close() {
        elector.cancel(true);
        threads.shutdown();
    }
}
