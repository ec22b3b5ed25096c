package io.anixops.lease;

import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongSupplier;

/**
 * Runs work in this process only while it holds the work's lease, for any number of leases.
 *
 * <pre>{@code
 * try (var electors = Electors.on(store)) {
 *     electors.elect(LeaseName.of("jobs"), Timing.ofTtl(Duration.ofSeconds(30)), leadership -> {
 *         while (leadership.isLeading()) {
 *             doNextJob(leadership.token());
 *         }
 *     });
 *     awaitShutdown();
 * }
 * }</pre>
 *
 * <p>All leases share four threads or fewer, and what connections the store has; work has a thread of its own while it
 * runs. The store may be out of reach, also at first: then nobody leads here until it answers. What this can promise
 * and what it cannot is told in the description of the package.
 */
public final class Electors implements AutoCloseable {
    private final Driver driver;
    private final Timer timer;
    private final Guard guard;
    private final Threads threads;
    private final LeaseStore.Subscription watch;

    private Electors(LeaseStore store, Settings settings) {
        guard = new Guard(settings.listener());
        threads = new Threads(settings.clock());
        driver = new Driver(store, settings, threads.lanes(), guard, threads::wake);
        timer = new Timer(driver, guard, threads.driving());
        threads.start(timer);
        watch = watch(store);
    }

    private LeaseStore.Subscription watch(LeaseStore store) {
        try {
            return store.watch(driver::noticed);
        } catch (Throwable t) { // polling goes on without
            guard.survived("watching", t);
            return () -> {};
        }
    }

    /** With a new {@link InstanceId}, what the environment tells of this process, and an interrupt on loss. */
    public static Electors on(LeaseStore store) {
        return builder(store).build();
    }

    public static Builder builder(LeaseStore store) {
        return new Builder(store);
    }

    /**
     * Competes for a lease from now on, and runs the work each time that it is held.
     *
     * @throws IllegalStateException when this one competes for the lease already, or is closed
     */
    public Candidacy elect(LeaseName name, Timing timing, LeaderWork work) {
        return driver.elect(name, timing, work);
    }

    /** How often something threw what it must not, and was survived. Each was logged. */
    public long errorsSurvived() {
        return guard.errors();
    }

    /**
     * Whether this one still does its part, for a liveness probe: false when it is closed, when one of its threads has been
     * at one thing for two minutes, or when a work that was told to stop is two minutes beyond its time. That the store
     * fails or is silent is no such thing, as long as its calls end.
     */
    public boolean isAlive() {
        return threads.areAlive() && !driver.isAnyOverdueBy(Threads.HANGS.toNanos());
    }

    /** Closes every {@link Candidacy}, all at once, and ends the threads. */
    @Override
    public void close() {
        var closing = driver.close();
        guard.run("closing the watch", watch::close);
        Waiting.on(timer.ended(), longest(closing));
    }

    private static Duration longest(Collection<Candidacy> closing) {
        return closing.stream()
                .map(Candidacy::patience)
                .max(Duration::compareTo)
                .orElse(Duration.ofSeconds(1));
    }

    /** Settings that all leases share. */
    public static final class Builder {
        private final LeaseStore store;
        private HolderId holder = InstanceId.create();
        private HolderInfo holderInfo = HolderInfo.from(System.getenv());
        private boolean interrupts = true;
        private ElectionListener listener = ElectionListener.NONE;
        private LongSupplier clock = System::nanoTime;

        private Builder(LeaseStore store) {
            this.store = store;
        }

        /** Must be this object's alone: two at a time that share one would both lead. */
        public Builder holder(HolderId id) {
            holder = id;
            return this;
        }

        public Builder holderInfo(HolderInfo info) {
            holderInfo = info;
            return this;
        }

        /** Whether the work's thread is interrupted on loss; else it has to ask, or register a callback. */
        public Builder interruptOnLoss(boolean interrupt) {
            interrupts = interrupt;
            return this;
        }

        public Builder listener(ElectionListener hearing) {
            listener = hearing;
            return this;
        }

        /** A monotonic clock in nanoseconds. */
        Builder clock(LongSupplier nanos) {
            clock = nanos;
            return this;
        }

        public Electors build() {
            return new Electors(
                    store,
                    new Settings(
                            holder,
                            holderInfo,
                            interrupts,
                            listener,
                            clock,
                            () -> ThreadLocalRandom.current().nextDouble()));
        }
    }
}
