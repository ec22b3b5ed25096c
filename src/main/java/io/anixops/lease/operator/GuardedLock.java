package io.anixops.lease.operator;

import io.anixops.lease.VmFailure;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.LeaderElectionRecord;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.Lock;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * A lock whose every failure is one that the elector tries again after. Another exception, from a Lease that somebody
 * edited by hand say, would end the elector without a word.
 */
final class GuardedLock implements Lock {
    private final Lock lock;
    private final Runnable touched;
    private final Runnable written;
    private final AtomicInteger underWay = new AtomicInteger();

    /**
     * Tells what becomes of a lock.
     *
     * @param touched told before each call
     * @param written told each time that the API server has taken what this replica wrote
     */
    GuardedLock(Lock lock, Runnable touched, Runnable written) {
        this.touched = touched;
        this.lock = lock;
        this.written = written;
    }

    @Override
    public LeaderElectionRecord get(KubernetesClient client) {
        return guarded(() -> lock.get(client));
    }

    @Override
    public void create(KubernetesClient client, LeaderElectionRecord next) {
        guarded(() -> {
            lock.create(client, next);
            return next;
        });
        written.run();
    }

    @Override
    public void update(KubernetesClient client, LeaderElectionRecord next) {
        guarded(() -> {
            lock.update(client, next);
            return next;
        });
        written.run();
    }

    @Override
    public String identity() {
        return lock.identity();
    }

    @Override
    public String describe() {
        return lock.describe();
    }

    /** A request has no answer yet. */
    boolean isBusy() {
        return underWay.get() > 0;
    }

    private LeaderElectionRecord guarded(Supplier<LeaderElectionRecord> call) {
        touched.run();
        underWay.incrementAndGet();
        try {
            return call.get();
        } catch (KubernetesClientException e) {
            throw e;
        } catch (RuntimeException | Error e) {
            VmFailure.tell(e);
            throw new KubernetesClientException("the coordination Lease could not be read or written", e);
        } finally {
            underWay.decrementAndGet();
        }
    }
}
