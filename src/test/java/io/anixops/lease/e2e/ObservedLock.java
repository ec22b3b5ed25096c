package io.anixops.lease.e2e;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.LeaderElectionRecord;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.Lock;
import java.util.concurrent.CompletableFuture;

/** Tells when a renewal is confirmed and a release leaves; and can fall silent, as a process does that is gone. */
final class ObservedLock implements Lock {
    private final Lock lock;
    private volatile CompletableFuture<Long> looked = new CompletableFuture<>();
    private volatile CompletableFuture<Long> renewed = new CompletableFuture<>();
    private volatile long releasedAt;
    private volatile boolean gone;

    ObservedLock(Lock lock) {
        this.lock = lock;
    }

    CompletableFuture<Long> nextLook() {
        looked = new CompletableFuture<>();
        return looked;
    }

    CompletableFuture<Long> nextRenewal() {
        renewed = new CompletableFuture<>();
        return renewed;
    }

    long releasedAt() {
        return releasedAt;
    }

    /** Nothing reaches the API server from here any more. */
    void vanish() {
        gone = true;
    }

    @Override
    public LeaderElectionRecord get(KubernetesClient client) {
        failIfGone();
        var record = lock.get(client);
        looked.complete(System.nanoTime());
        return record;
    }

    @Override
    public void create(KubernetesClient client, LeaderElectionRecord record) {
        failIfGone();
        lock.create(client, record);
    }

    @Override
    public void update(KubernetesClient client, LeaderElectionRecord record) {
        failIfGone();
        if (!identity().equals(record.getHolderIdentity())) {
            releasedAt = System.nanoTime();
        }
        lock.update(client, record);
        renewed.complete(System.nanoTime());
    }

    @Override
    public String identity() {
        return lock.identity();
    }

    @Override
    public String describe() {
        return lock.describe();
    }

    private void failIfGone() {
        if (gone) {
            throw new KubernetesClientException("this process is gone");
        }
    }
}
