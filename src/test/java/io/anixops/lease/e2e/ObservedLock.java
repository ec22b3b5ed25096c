package io.anixops.lease.e2e;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.LeaderElectionRecord;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.Lock;
import java.util.concurrent.Future;

/** Tells when a renewal is confirmed and a release leaves; and can fall silent, as a process does that is gone. */
final class ObservedLock implements Lock {
    private final Lock lock;
    private final NextMoment looked = new NextMoment();
    private final NextMoment renewed = new NextMoment();
    private volatile long releasedAt;
    private volatile boolean gone;

    ObservedLock(Lock lock) {
        this.lock = lock;
    }

    Future<Long> nextLook() {
        return looked.expect();
    }

    Future<Long> nextRenewal() {
        return renewed.expect();
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
        looked.isNow();
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
        renewed.isNow();
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
