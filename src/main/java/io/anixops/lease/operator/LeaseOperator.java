package io.anixops.lease.operator;

import io.anixops.lease.LeaseStore;
import io.anixops.lease.operator.api.DatabaseLease;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.javaoperatorsdk.operator.Operator;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The operator as one thing to start and stop; it reads no setting and no clock by itself. */
public final class LeaseOperator implements AutoCloseable {
    private static final Duration RENEWAL_TICK = Duration.ofMillis(100);
    private static final Duration READING_TICK = Duration.ofMillis(100);
    private static final Duration TRUST_TICK = Duration.ofMillis(50);
    private static final Duration STATUS_TICK = Duration.ofMillis(200);
    private static final Duration EVENT_TICK = Duration.ofMillis(100);
    private static final Duration SERIES_TICK = Duration.ofSeconds(1);
    private static final Duration SIGHT_TICK = Duration.ofMillis(500);
    private static final Duration OVERLOOKED_TICK = Duration.ofSeconds(1);
    private static final Duration EVENT_PATIENCE = Duration.ofMillis(500);
    private static final Duration ORPHAN_TICK = Duration.ofMinutes(1);
    private static final Duration ELECTION_TICK = Duration.ofMillis(100);
    private static final Duration STUCK = Duration.ofMinutes(2);
    private static final int PASSES_AT_ONCE = 32;
    private static final int REMOVERS = 8;

    private final KubernetesClient client;
    private final LeaseStore store;
    private final OperatorOptions options;
    private final LongSupplier nanos;
    private final Holdings holdings = new Holdings();
    private final Sightings sightings = new Sightings();
    private final Terms terms = new Terms(holdings, sightings);
    private final WakeUps wakeUps = new WakeUps();
    private final Bystanders bystanders = new Bystanders();
    private final Overlooked overlooked = new Overlooked(() -> seen().all(), wakeUps::discover);
    private final Grace grace = new Grace();
    private final Memories memories = new Memories();
    private final ExecutorService removers;
    private final Releases releases;
    private final LabelRemoval removal;
    private final LabelProtocol protocol;
    private final Gate gate;
    private final Renewals renewals;
    private final Readings readings;
    private final ExpiryBudget expiryBudget;
    private final Sight sight;
    private final StatusWriter statuses;
    private final OperatorMetrics metrics;
    private final RequestPace pace;
    private final Reporting reporting;
    private final Operator operator;
    private final Deque<AutoCloseable> running = new ArrayDeque<>();
    private final List<Loop> loops = new CopyOnWriteArrayList<>();
    private @Nullable LeaseCache cache;
    private volatile boolean started;

    public LeaseOperator(
            KubernetesClient client,
            LeaseStore store,
            OperatorOptions options,
            MeterRegistry registry,
            InstantSource clock,
            LongSupplier nanos) {
        this.client = client;
        client.getKubernetesSerialization().registerKubernetesResource(DatabaseLease.class); // for what watches tell
        client.getKubernetesSerialization().registerKubernetesResource(SeenPod.class);
        this.metrics = new OperatorMetrics(registry, nanos);
        this.pace = new RequestPace(options.apiRequestsPerSecond(), nanos);
        this.reporting = new Reporting(new EventWriter(client, options.instance()), pace::spare, metrics, clock, nanos);
        this.store = metrics.measured(store);
        this.statuses = new StatusWriter(client, pace);
        this.options = options;
        this.nanos = nanos;
        metrics.watch("bystanders", bystanders);
        this.removers = Executors.newFixedThreadPool(REMOVERS, Threads.daemon("lease-label-removal"));
        this.releases = new Releases(this.store, nanos);
        this.removal = new LabelRemoval(pods(pace::urgent), LeaseOperator::nonce);
        this.protocol = new LabelProtocol(pods(pace::needed), LeaseOperator::nonce);
        memories.add("holdings", holdings::size);
        memories.add("graces", grace::size);
        memories.add("releases", releases::size);
        memories.add("passed", overlooked::size);
        memories.add("series", reporting::size);
        this.gate = new Gate(options.apiSilenceLimit(), nanos);
        this.renewals = new Renewals(holdings, this.store, nanos, wakeUps::propagateEvent, metrics.lateRenewals());
        this.expiryBudget = new ExpiryBudget(options.statusWritesPerSecond(), pace, nanos);
        metrics.watch(gate, expiryBudget);
        this.readings = new Readings(
                sightings, this.store, id -> seen().resource(id).isPresent(), nanos, wakeUps::propagateEvent);
        memories.add("sightings", sightings::size);
        var passes = new PassThreads(PASSES_AT_ONCE);
        var passMetrics = metrics.reconciler(passes::announce); // once: the framework asks for its settings again
        this.operator = new Operator(overrider -> overrider
                .withKubernetesClient(client)
                .withCloseClientOnStop(false)
                .withUseSSAToPatchPrimaryResource(false)
                .withMetrics(passMetrics)
                .withExecutorService(passes)
                .withReconciliationTerminationTimeout(Duration.ofSeconds(5)));
        this.sight = new Sight(this::unseen, gate, this::wakeAll, nanos);
        operator.register(
                new DatabaseLeaseReconciler(this::wire, terms, gate, options.cluster(), clock),
                controller -> Informers.configure(controller, options.namespaces()));
    }

    /**
     * Starts to work, and returns when the caches are filled.
     *
     * @throws RuntimeException when the API server refuses what the operator needs: the CRD or a right is missing
     */
    public void start() {
        operator.start();
        run("lease-renewals", RENEWAL_TICK, () -> gate.ifMayRenew(renewals::tick));
        run("lease-readings", READING_TICK, () -> gate.unlessStandby(readings::tick));
        var trustEnd = new TrustEnd(terms, removal, nanos, wakeUps::propagateEvent, removers);
        memories.add("removals under way", trustEnd::size);
        var headStart = new HeadStart(holdings, REMOVERS, TRUST_TICK, nanos);
        run("lease-trust-head-start", TRUST_TICK, () -> gate.unlessStandby(headStart::tick));
        run("lease-trust", TRUST_TICK, () -> gate.unlessStandby(trustEnd::tick));
        var refresh = statusRefresh();
        memories.add("refreshes", refresh::size);
        run("lease-status", STATUS_TICK, () -> gate.ifMayWrite(refresh::tick));
        var orphans = new Orphans(seen(), removal, this::exists, terms, departure(seen())::release);
        run("lease-orphans", ORPHAN_TICK, () -> gate.ifMayWrite(orphans::tick));
        run("lease-series", SERIES_TICK, this::forget);
        run("lease-sight", SIGHT_TICK, sight::tick);
        run("lease-overlooked", OVERLOOKED_TICK, () -> gate.ifMayWrite(overlooked::tick));
        running.push(eventLoop());
        running.push(store.watch(rowChanges()::hint));
        elect(orphans);
        started = true;
    }

    Memories memories() {
        return memories;
    }

    private void forget() {
        reporting.clean();
        gate.ifStandby(reporting::forgetSeries);
        grace.keepOnly(holdings.all().stream().map(Holding::resource).toList());
    }

    /** Whether it can work: caches filled and alive. The database has no part in it. */
    public boolean isReady() {
        return started && sight.isClear();
    }

    private Set<String> unseen() {
        if (!started) {
            return Set.of();
        }
        return operator.getRuntimeInfo().unhealthyEventSources().values().stream()
                .flatMap(sources -> sources.keySet().stream())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private void wakeAll() {
        seen().all().map(ResourceID::fromResource).forEach(wakeUps::propagateEvent);
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
        metrics.close();
    }

    private DatabaseLeaseReconciler.Wiring wire(EventSourceContext<DatabaseLease> context) {
        LeaseCache.index(context.getPrimaryCache(), options.shared());
        var pods = Informers.pods(context);
        var seen = new LeaseCache(context.getPrimaryCache(), pods, options.shared());
        cache = seen;
        reporting.begin(terms, seen, gate, options.perLeaseMetrics());
        return new DatabaseLeaseReconciler.Wiring(
                seen,
                new Election(tools(), seen, grace),
                new Mirror(sightings, seen, options, nanos),
                labels(seen),
                statuses,
                new ShownExpiry(expiryBudget),
                departure(seen),
                new PassListeners(bystanders, List.of(reporting, overlooked)),
                List.of(pods, wakeUps));
    }

    private LabelPlacement labels(LeaseCache seen) {
        return new LabelPlacement(seen, terms, protocol, removal, nanos);
    }

    private Departure departure(LeaseCache seen) {
        return new Departure(terms, releases, labels(seen), seen, wakeUps::propagateEvent);
    }

    /** The only replica is the active one. */
    private void elect(Orphans orphans) {
        var replica =
                new Replica(gate, terms, new Adoption(tools(), seen()), seen(), wakeUps::propagateEvent, orphans::tick);
        running.addLast(replica);
        if (options.coordinationNamespace() == null) {
            replica.active();
            return;
        }
        var election = new ReplicaElection(
                client, options.coordinationNamespace(), options.instance().value(), replica, nanos);
        running.addLast(election);
        var competing = new Loop("lease-replica-election", ELECTION_TICK, election::compete, nanos);
        metrics.watch("lease-replica-election", competing);
        running.addLast(competing);
    }

    private ElectionRound.Tools tools() {
        return new ElectionRound.Tools(store, releases, holdings, removal, options, nanos);
    }

    private RowChanges rowChanges() {
        return new RowChanges(seen(), gate, holdings, sightings, renewals, readings, wakeUps::propagateEvent);
    }

    private StatusRefresh statusRefresh() {
        return new StatusRefresh(terms, seen(), statuses, expiryBudget, nanos);
    }

    private PodAccess pods(Runnable itsPace) {
        return new ObservedPods(new LivePods(client, itsPace), reporting, bystanders);
    }

    private boolean exists(ResourceID lease) {
        pace.urgent(); // keys may have to go
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
        metrics.watch(name, loop);
    }

    /** Not among those that must be alive: an API server that does not take Events is no reason to start anew. */
    private Loop eventLoop() {
        var loop = new Loop("lease-events", EVENT_TICK, reporting::writeEvents, nanos, EVENT_PATIENCE);
        metrics.watch("lease-events", loop);
        return loop;
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
