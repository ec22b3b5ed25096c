package io.anixops.lease.e2e;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderCallbacks;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderElectionConfigBuilder;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderElectorBuilder;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.LeaseLock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** One of several of Fabric8's electors that want the same Lease, with a stopwatch on its requests. */
final class PeerRival implements AutoCloseable {
    private final KubernetesClient client;
    private final Settings settings;
    private final ObservedLock lock;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private volatile CompletableFuture<Long> granted = new CompletableFuture<>();
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

    PeerRival(KubernetesClient client, Settings settings, String identity) {
        this.client = client;
        this.settings = settings;
        lock = new ObservedLock(new LeaseLock("default", settings.lease(), identity));
    }

    PeerRival elect() {
        granted = new CompletableFuture<>();
        var config = new LeaderElectionConfigBuilder()
                .withName(settings.lease())
                .withLock(lock)
                .withLeaseDuration(settings.duration())
                .withRenewDeadline(settings.renewDeadline())
                .withRetryPeriod(settings.retryPeriod())
                .withReleaseOnCancel(true)
                .withLeaderCallbacks(
                        new LeaderCallbacks(() -> granted.complete(System.nanoTime()), () -> {}, leader -> {}))
                .build();
        elector = new LeaderElectorBuilder(client, threads)
                .withConfig(config)
                .build()
                .start();
        return this;
    }

    /** Returns once it has seen that another has the Lease. */
    PeerRival electInVain() throws Exception {
        var look = lock.nextLook();
        elect();
        await(look);
        return this;
    }

    PeerRival awaitLeading() throws Exception {
        await(granted);
        return this;
    }

    /** Gives the Lease back, and tells how long it took until the other one had it. */
    Duration handOverTo(PeerRival next) throws Exception {
        elector.cancel(true);
        return Duration.ofNanos(await(next.granted) - lock.releasedAt());
    }

    /** Is gone right after a renewal, and tells how long it took until the other one had the Lease. */
    Duration vanishBefore(PeerRival next) throws Exception {
        var since = await(lock.nextRenewal());
        lock.vanish();
        return Duration.ofNanos(await(next.granted) - since);
    }

    private static long await(Future<Long> moment) throws Exception {
        return moment.get(60, TimeUnit.SECONDS);
    }

    @Override
    public void close() {
        elector.cancel(true);
        threads.shutdown();
    }
}
