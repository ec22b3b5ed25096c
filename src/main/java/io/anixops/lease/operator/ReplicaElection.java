package io.anixops.lease.operator;

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
    private static final Duration LEASE_DURATION = Duration.ofSeconds(8);
    private static final Duration RENEW_DEADLINE = Duration.ofSeconds(6);
    private static final Duration RETRY_PERIOD = Duration.ofSeconds(2);

    /** A released Lease may be taken after a second; another replica shall act within two. */
    private static final Duration STANDBY_RETRY = Duration.ofMillis(600);

    private static final Duration LOOK = Duration.ofMillis(200);

    private final KubernetesClient client;
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
     * under way is not: a slow API server may yet make it the active one.
     */
    void compete() {
        if (closed) {
            return;
        }
        var lock = new GuardedLock(new LeaseLock(namespace, LEASE, identity), this::onConfirmed);
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
        } catch (CancellationException | ExecutionException e) {
            LOG.atDebug().setCause(e).log("an elector has ended");
        } catch (InterruptedException e) {
            ended.cancel(true);
            Thread.currentThread().interrupt();
        }
    }

    private void awaitEnd(CompletableFuture<?> elector, GuardedLock lock)
            throws InterruptedException, ExecutionException {
        try {
            elector.get(STANDBY_RETRY.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) { // it leads, or waits
            look(elector, lock);
        }
    }

    /** An elector tells that it does not lead any more only after its requests have ended, which may take long. */
    private void look(CompletableFuture<?> elector, GuardedLock lock) throws InterruptedException, ExecutionException {
        while (!elector.isDone()) {
            if (!leading && !lock.isBusy()) {
                elector.cancel(true);
            }
            try {
                elector.get(LOOK.toMillis(), TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) { // it goes on
                judgeConfirmation();
            }
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
        leading = true;
        LOG.atInfo().addKeyValue("instance", identity).log("this replica is active");
        listener.active();
    }

    private synchronized void onStop() {
        leading = false;
        if (isAnother(leader)) {
            LOG.atWarn().addKeyValue("active", leader).log("another replica is active");
            listener.standby();
        } else if (!closed && !unconfirmed) { // else it has been told
            onSilence();
        }
    }

    private void onLeader(@Nullable String seen) {
        leader = Objects.requireNonNullElse(seen, "");
        if (isAnother(leader)) {
            listener.standby();
        }
    }

    private boolean isAnother(String someone) {
        return !someone.isEmpty() && !someone.equals(identity);
    }
}
