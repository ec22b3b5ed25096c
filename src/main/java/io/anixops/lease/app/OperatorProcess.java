package io.anixops.lease.app;

import io.anixops.lease.LeaseStore;
import io.anixops.lease.VmFailure;
import io.anixops.lease.operator.LeaseOperator;
import io.anixops.lease.postgres.PostgresLeaseStore;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The operator as a process: from settings to a running operator, and down again on SIGTERM.
 *
 * <p>What can heal is waited for, and probes answer meanwhile; a {@link Mistake} ends it.
 */
final class OperatorProcess implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(OperatorProcess.class);
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final int CERTAIN = 3; // an API server that starts refuses for a moment what it will permit

    private final OperatorSettings settings;
    private final KubernetesClient client;
    private final LongSupplier nanos;
    private final Metrics metrics = new Metrics();
    private final CountDownLatch stopping = new CountDownLatch(1);
    private final Pools pools;
    private final HttpEndpoints http;
    private final LeaseStore store;
    private final Outage databaseOutage;
    private final Outage apiOutage;
    private volatile @Nullable LeaseOperator operator;
    private volatile @Nullable Mistake end;

    OperatorProcess(OperatorSettings settings, KubernetesClient client, LongSupplier nanos) {
        this.settings = settings;
        this.client = client;
        this.nanos = nanos;
        this.http = HttpEndpoints.start(settings.http(), this::isAlive, this::isReady, metrics.registry()::scrape);
        this.pools = Pools.open(settings.database(), metrics.registry(), nanos);
        this.store = new PostgresLeaseStore(pools.work(), pools.renewals(), pools.listener(), settings.table());
        this.databaseOutage = new Outage(LOG, "the database", nanos);
        this.apiOutage = new Outage(LOG, "the API server", nanos);
    }

    /**
     * Runs until it is stopped.
     *
     * @throws Mistake when it cannot go on, and waiting would not help
     */
    void run() throws InterruptedException {
        LOG.atInfo()
                .setMessage("starting")
                .addKeyValue("instance", settings.options().instance())
                .addKeyValue("database", settings.database().url())
                .addKeyValue("table", settings.table())
                .addKeyValue("apiServer", client.getMasterUrl())
                .addKeyValue("httpPort", http.port())
                .log();
        MemoryFlag.warnIfOff();
        var schema = new SchemaStep(pools.schema(), settings.table(), settings.ensuresSchema(), settings.database());
        if (!succeeds(schema)) {
            background("schema", () -> untilItWorks(schema)); // leases say meanwhile why nothing moves
        }
        startOperator();
        stopping.await();
        if (end != null) {
            throw end;
        }
    }

    int httpPort() {
        return http.port();
    }

    private void untilItWorks(SchemaStep schema) throws InterruptedException {
        while (!stopping.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS)) {
            if (succeeds(schema)) {
                return;
            }
        }
    }

    private boolean succeeds(SchemaStep schema) {
        try {
            schema.run();
            databaseOutage.isOver();
            return true;
        } catch (Mistake mistake) {
            throw mistake;
        } catch (RuntimeException failed) {
            VmFailure.tell(failed);
            databaseOutage.goesOn(Sentences.about(failed, settings.database()));
            return false;
        }
    }

    private void startOperator() throws InterruptedException {
        for (int refusals = 0; refusals < CERTAIN; ) {
            try {
                tryToStartOperator();
                return;
            } catch (RuntimeException failed) {
                VmFailure.tell(failed);
                refusals = ApiServer.mistakeIn(failed, client.getMasterUrl().toString())
                                .isPresent()
                        ? refusals + 1
                        : 0;
                reportApi(failed, refusals);
            }
            if (stopping.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS)) {
                return;
            }
        }
    }

    private void reportApi(RuntimeException failed, int refusals) {
        var mistake = ApiServer.mistakeIn(failed, client.getMasterUrl().toString());
        if (refusals >= CERTAIN) {
            throw new Mistake(mistake.orElseThrow(), failed);
        }
        if (mistake.isEmpty()) {
            apiOutage.goesOn("cannot reach the API server at %s: %s"
                    .formatted(client.getMasterUrl(), Sentences.reasonOf(failed)));
        }
    }

    private void tryToStartOperator() {
        ApiServer.look(client, settings.options().namespaces());
        var starting =
                new LeaseOperator(client, store, settings.options(), metrics.registry(), InstantSource.system(), nanos);
        try {
            starting.start();
        } catch (RuntimeException failed) {
            starting.close();
            throw failed;
        }
        operator = starting;
        apiOutage.isOver();
        LOG.info("ready");
        Runtime.getRuntime().gc(); // the first lists left as much behind as they brought, and it would be kept
    }

    private boolean isAlive() {
        var running = operator;
        return running == null || running.isAlive();
    }

    private boolean isReady() {
        var running = operator;
        return running != null && running.isReady();
    }

    private void background(String name, Task task) {
        var thread = new Thread(
                () -> {
                    try {
                        task.run();
                    } catch (InterruptedException stopped) {
                        Thread.currentThread().interrupt();
                    } catch (Mistake mistake) {
                        end = mistake;
                        stopping.countDown();
                    }
                },
                name);
        thread.setDaemon(true);
        thread.start();
    }

    /** Keeps the leases: the next process goes on with their terms. */
    @Override
    public void close() {
        stopping.countDown();
        var running = operator;
        if (running != null) {
            running.close();
        }
        http.close();
        client.close();
        pools.close();
        metrics.close();
        LOG.info("stopped; the leases are kept for the next process");
    }

    /** Work that waits. */
    private interface Task {
        void run() throws InterruptedException;
    }
}
