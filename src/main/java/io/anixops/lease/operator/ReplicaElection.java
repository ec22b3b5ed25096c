package io.anixops.lease.operator;

import io.anixops.lease.VmFailure;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderCallbacks;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderElectionConfig;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderElectionConfigBuilder;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderElectorBuilder;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.LeaseLock;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.Lock;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which replica of the operator works, by a Kubernetes Lease. Fabric8's elector ends with each loss, so that a new one
 * is started each time; a loss to another replica and one to a silent API server are told apart by whom it saw last.
 */
final class ReplicaElection implements AutoCloseable {
    static final String LEASE = "database-lease-operator";

    private static final Logger LOG = LoggerFactory.getLogger(ReplicaElection.class);
    static final Duration LEASE_DURATION = Duration.ofSeconds(8);
    private static final Duration RENEW_DEADLINE = Duration.ofSeconds(6);
    private static final Duration RETRY_PERIOD = Duration.ofSeconds(2);

    /** A released Lease may be taken after a second; another replica shall act within two. */
    private static final Duration STANDBY_RETRY = Duration.ofMillis(600);

    private static final Duration LOOK = Duration.ofMillis(200);

    /** An elector that has not touched the Lease for so long does not go on: its requests end after half of that. */
    private static final Duration STUCK = Duration.ofMinutes(1);

    private final KubernetesClient client;
    private final AtomicLong lastTouch = new AtomicLong();
    private final String namespace;
    private final String identity;
    private final Listener listener;
    private final LongSupplier nanos;
    private final ExecutorService electorThreads =
            Executors.newCachedThreadPool(Threads.daemon("lease-replica-elector"));
    private final AtomicReference<@Nullable CompletableFuture<?>> current = new AtomicReference<>();
    private volatile String leader = "";
    private volatile boolean leading;
    private volatile long confirmed;
    private boolean unconfirmed; // as long as no elector has said it too
    private volatile boolean closed;

    /** Told on threads of the election, never two at once for one loss and gain. */
    interface Listener {
        /** This replica works from now on. */
        void active();

        /** Another replica works. */
        void standby();

        /** The API server did not confirm that this replica may go on. */
        void silent();
    }

    ReplicaElection(KubernetesClient client, String namespace, String identity, Listener listener, LongSupplier nanos) {
        this.client = client;
        this.namespace = namespace;
        this.identity = identity;
        this.listener = listener;
        this.nanos = nanos;
    }

    /**
     * One elector's life; a turn of a loop, which comes again when it has ended. One that waits is given up after a
     * moment: the next one tries at once, while it would wait for up to twice its retry period. One whose request is
     * under way is not: a slow API server may yet make it the active one. So is one whose own loop has ended without a
     * word.
     */
    void compete() {
        if (closed) {
            return;
        }
        lastTouch.set(nanos.getAsLong());
        var lock = new GuardedLock(
                new LeaseLock(namespace, LEASE, identity), () -> lastTouch.set(nanos.getAsLong()), this::onConfirmed);
        var ended = new LeaderElectorBuilder(client, electorThreads)
                .withConfig(config(lock))
                .build()
                .start();
        current.set(ended);
        if (closed) {
            ended.cancel(true);
        }
        try {
            awaitEnd(ended, lock);
        } catch (CancellationException e) {
            LOG.atDebug().setCause(e).log("an elector has ended");
        } catch (ExecutionException e) {
            throw new IllegalStateException("an elector has ended by a failure", e);
        } catch (InterruptedException e) {
            ended.cancel(true);
            Thread.currentThread().interrupt();
        }
    }

    /** An elector tells that it does not lead any more only after its requests have ended, which may take long. */
    private void awaitEnd(CompletableFuture<?> elector, GuardedLock lock)
            throws InterruptedException, ExecutionException {
        var ended = hasEnded(elector, STANDBY_RETRY);
        while (!ended) {
            if ((!leading && !lock.isBusy()) || nanos.getAsLong() - lastTouch.get() > STUCK.toNanos()) {
                elector.cancel(true);
            }
            judgeConfirmation();
            ended = hasEnded(elector, LOOK);
        }
    }

    private static boolean hasEnded(CompletableFuture<?> elector, Duration patience)
            throws InterruptedException, ExecutionException {
        try {
            elector.get(patience.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException e) { // it leads, or waits
            return false;
        }
    }

    private synchronized void judgeConfirmation() {
        var overdue = leading && nanos.getAsLong() - confirmed > RENEW_DEADLINE.toNanos();
        if (overdue && !unconfirmed) {
            onSilence();
        } else if (leading && !overdue && unconfirmed) {
            listener.active();
        }
        unconfirmed = overdue;
    }

    private void onSilence() {
        LOG.warn("the API server has not confirmed that this replica is active; renewals go on");
        listener.silent();
    }

    /** Lets another replica work at once. */
    @Override
    public void close() {
        closed = true;
        var elector = current.get();
        if (elector != null) {
            elector.cancel(true);
        }
        electorThreads.shutdown();
    }

    private LeaderElectionConfig config(Lock lock) {
        return new LeaderElectionConfigBuilder()
                .withName(LEASE)
                .withLock(lock)
                .withLeaseDuration(LEASE_DURATION)
                .withRenewDeadline(RENEW_DEADLINE)
                .withRetryPeriod(RETRY_PERIOD)
                .withReleaseOnCancel(true)
                .withLeaderCallbacks(new LeaderCallbacks(this::onStart, this::onStop, this::onLeader))
                .build();
    }

    private void onConfirmed() {
        confirmed = nanos.getAsLong();
    }

    private synchronized void onStart() {
        LOG.atInfo().addKeyValue("instance", identity).log("this replica is active");
        toldOrEnded(listener::active);
        leading = true; // not before: one that could not begin is given up, and lets another replica work
    }

    /** What is thrown here ends the elector, and would be seen by nobody. */
    private static void toldOrEnded(Runnable news) {
        try {
            news.run();
        } catch (RuntimeException | Error e) {
            VmFailure.tell(e);
            LOG.atError().setCause(e).log("this replica could not act on what the election told, and competes anew");
            throw e;
        }
    }

    private synchronized void onStop() {
        leading = false;
        if (isAnother(leader)) {
            LOG.atWarn().addKeyValue("active", leader).log("another replica is active");
            toldOrEnded(listener::standby);
        } else if (!closed && !unconfirmed) { // else it has been told
            toldOrEnded(this::onSilence);
        }
    }

    private void onLeader(@Nullable String seen) {
        leader = Objects.requireNonNullElse(seen, "");
        if (isAnother(leader)) {
            toldOrEnded(listener::standby);
        }
    }

    private boolean isAnother(String someone) {
        return !someone.isEmpty() && !someone.equals(identity);
    }
}
