package io.anixops.lease.operator;

import io.anixops.lease.LeaseName;
import io.anixops.lease.LeaseStore;
import io.anixops.lease.operator.api.DatabaseLease;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.javaoperatorsdk.operator.Operator;
import io.javaoperatorsdk.operator.api.config.ControllerConfigurationOverrider;
import io.javaoperatorsdk.operator.api.config.informer.InformerEventSourceConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.inbound.SimpleInboundEventSource;
import io.javaoperatorsdk.operator.processing.event.source.informer.InformerEventSource;
import io.javaoperatorsdk.operator.processing.retry.GenericRetry;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The operator as one thing to start and stop; it reads no setting and no clock by itself. */
public final class LeaseOperator implements AutoCloseable {
    private static final Duration RENEWAL_TICK = Duration.ofMillis(100);
    private static final Duration TRUST_TICK = Duration.ofMillis(50);
    private static final Duration STATUS_TICK = Duration.ofMillis(200);
    private static final Duration ORPHAN_TICK = Duration.ofMinutes(1);
    private static final Duration RESYNC = Duration.ofMinutes(10);
    private static final Duration STUCK = Duration.ofMinutes(2);
    private static final int RECONCILERS = 32;
    private static final int REMOVERS = 8;

    private final KubernetesClient client;
    private final LeaseStore store;
    private final OperatorOptions options;
    private final LongSupplier nanos;
    private final Holdings holdings = new Holdings();
    private final SimpleInboundEventSource<DatabaseLease> wakeUps = new SimpleInboundEventSource<>("lease-events");
    private final ExecutorService removers;
    private final LabelRemoval removal;
    private final LabelProtocol protocol;
    private final Renewals renewals;
    private final Operator operator;
    private final Deque<AutoCloseable> running = new ArrayDeque<>();
    private final List<Loop> loops = new java.util.concurrent.CopyOnWriteArrayList<>();
    private @Nullable LeaseCache cache;
    private volatile boolean started;

    public LeaseOperator(
            KubernetesClient client,
            LeaseStore store,
            OperatorOptions options,
            MeterRegistry metrics,
            InstantSource clock,
            LongSupplier nanos) {
        this.client = client;
        this.store = store;
        this.options = options;
        this.nanos = nanos;
        this.removers = Executors.newFixedThreadPool(REMOVERS, Threads.daemon("lease-label-removal"));
        var pods = new LivePods(client);
        this.removal = new LabelRemoval(pods, LeaseOperator::nonce);
        this.protocol = new LabelProtocol(pods, LeaseOperator::nonce);
        this.renewals = new Renewals(holdings, store, nanos, wakeUps::propagateEvent);
        this.operator = new Operator(overrider -> overrider
                .withKubernetesClient(client)
                .withCloseClientOnStop(false)
                .withUseSSAToPatchPrimaryResource(false)
                .withConcurrentReconciliationThreads(RECONCILERS)
                .withReconciliationTerminationTimeout(Duration.ofSeconds(5)));
        operator.register(new DatabaseLeaseReconciler(this::wire, holdings, options.cluster(), clock), this::configure);
    }

    /**
     * Starts to work, and returns when the caches are filled.
     *
     * @throws RuntimeException when the API server refuses what the operator needs: the CRD or a right is missing
     */
    public void start() {
        operator.start();
        run("lease-renewals", RENEWAL_TICK, renewals::tick);
        run("lease-trust", TRUST_TICK, new TrustEnd(holdings, removal, nanos, wakeUps::propagateEvent, removers)::tick);
        run("lease-status", STATUS_TICK, statusRefresh()::tick);
        run("lease-orphans", ORPHAN_TICK, new Orphans(seen(), removal, this::exists)::tick);
        running.push(store.watch(this::onChange));
        started = true;
    }

    /** Whether it can work: caches filled and alive. The database has no part in it. */
    public boolean isReady() {
        return started && operator.getRuntimeInfo().allEventSourcesAreHealthy();
    }

    /** Whether its own threads move; not alive means that only a new process can help. */
    public boolean isAlive() {
        return loops.stream().allMatch(loop -> loop.isAlive(STUCK));
    }

    /** Takes no more work, finishes the label writes that have begun, and keeps the leases for the next process. */
    @Override
    public void close() {
        started = false;
        operator.stop();
        running.forEach(LeaseOperator::close);
        removers.shutdown();
    }

    private DatabaseLeaseReconciler.Wiring wire(EventSourceContext<DatabaseLease> context) {
        LeaseCache.index(context.getPrimaryCache());
        var pods = new InformerEventSource<Pod, DatabaseLease>(
                InformerEventSourceConfiguration.from(Pod.class, DatabaseLease.class)
                        .withName("pods")
                        .withNamespacesInheritedFromController()
                        .withSecondaryToPrimaryMapper(pod -> LeaseCache.concernedBy(pod, context.getPrimaryCache()))
                        .withPrimaryToSecondaryMapper(resource -> java.util.Set.of())
                        .withOnUpdateFilter(PodFilter::matters)
                        .build(),
                context);
        var seen = new LeaseCache(context.getPrimaryCache(), pods);
        cache = seen;
        var labels = new LabelPlacement(seen, holdings, protocol, removal, nanos);
        var tools = new ElectionRound.Tools(store, holdings, removal, options, nanos);
        return new DatabaseLeaseReconciler.Wiring(
                new Election(tools, seen, new Grace()),
                labels,
                new StatusWriter(client),
                new Departure(holdings, store, labels, seen, wakeUps::propagateEvent),
                List.of(pods, wakeUps));
    }

    private void configure(ControllerConfigurationOverrider<DatabaseLease> controller) {
        controller
                .withName(DatabaseLeaseReconciler.NAME)
                .withTriggerReconcilerOnAllEvents(true)
                .withReconciliationMaxInterval(RESYNC)
                .withRetry(new GenericRetry()
                        .setInitialInterval(200)
                        .setIntervalMultiplier(1.5)
                        .setMaxInterval(5_000)
                        .withoutMaxAttempts());
        if (options.namespaces().isEmpty()) {
            controller.watchingAllNamespaces();
        } else {
            controller.settingNamespaces(options.namespaces());
        }
    }

    private StatusRefresh statusRefresh() {
        var writes = Math.max(1, options.statusWritesPerSecond() * (int) STATUS_TICK.toMillis() / 1_000);
        return new StatusRefresh(holdings, seen(), new StatusWriter(client), writes);
    }

    /** A hint that a row has changed: ours is renewed to see whether it is still ours, others are looked at. */
    private void onChange(Optional<LeaseName> row) {
        var concerned = row.map(name -> seen().claimants(name))
                .orElseGet(() -> seen().all().map(ResourceID::fromResource));
        concerned.forEach(resource -> {
            if (holdings.of(resource).filter(holding -> !holding.isLost()).isPresent()) {
                renewals.soon(resource);
            } else {
                wakeUps.propagateEvent(resource);
            }
        });
    }

    private boolean exists(ResourceID lease) {
        return client.resources(DatabaseLease.class)
                        .inNamespace(lease.getNamespace().orElseThrow())
                        .withName(lease.getName())
                        .get()
                != null;
    }

    private LeaseCache seen() {
        if (cache == null) {
            throw new IllegalStateException("asked for caches before they were made");
        }
        return cache;
    }

    private void run(String name, Duration every, Runnable turn) {
        var loop = new Loop(name, every, turn, nanos);
        loops.add(loop);
        running.push(loop);
    }

    private static void close(AutoCloseable what) {
        try {
            what.close();
        } catch (Exception e) {
            throw new IllegalStateException("could not be stopped: " + what, e);
        }
    }

    private static String nonce() {
        return UUID.randomUUID().toString();
    }
}
