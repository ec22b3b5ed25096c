package io.anixops.lease;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs work in this process only while it holds one lease; {@link Electors} does so for many.
 *
 * <pre>{@code
 * Elector.builder(store).name("jobs").ttl(Duration.ofSeconds(30)).build().run(leadership -> {
 *     while (leadership.isLeading()) {
 *         doNextJob(leadership.token());
 *     }
 * });
 * }</pre>
 */
public final class Elector implements AutoCloseable {
    private final Electors.Builder settings;
    private final LeaseName name;
    private final Timing timing;
    private final AtomicBoolean ran = new AtomicBoolean();
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile @Nullable Candidacy candidacy;

    private Elector(Electors.Builder settings, LeaseName name, Timing timing) {
        this.settings = settings;
        this.name = name;
        this.timing = timing;
    }

    public static Builder builder(LeaseStore store) {
        return new Builder(store);
    }

    /**
     * Competes for the lease, and runs the work each time that it is held, until {@link #close} is called or this
     * thread is interrupted. Then the work is told to stop and waited for, and the lease is released.
     *
     * @throws IllegalStateException when it is called a second time
     */
    public void run(LeaderWork work) throws InterruptedException {
        if (ran.getAndSet(true)) {
            throw new IllegalStateException("lease %s: an elector runs once".formatted(name));
        }
        try (var electors = settings.build()) {
            candidacy = electors.elect(name, timing, work);
            closed.await();
        }
    }

    /** Whether this process leads now; worked out from the clock at every call, and false from {@link #close} on. */
    public boolean isLeading() {
        var current = candidacy;
        return closed.getCount() > 0 && current != null && current.isLeading();
    }

    /** Ends {@link #run}, and returns when it has stopped the work and released the lease, as {@link Candidacy#close}. */
    @Override
    public void close() {
        closed.countDown();
        var current = candidacy;
        if (current != null) {
            current.close();
        }
    }

    /** What an elector needs to know: store and name, and what there are defaults for. */
    public static final class Builder {
        private final Electors.Builder settings;
        private @Nullable LeaseName name;
        private Timing timing = Timing.ofTtl(Duration.ofSeconds(30));

        private Builder(LeaseStore store) {
            settings = Electors.builder(store);
        }

        public Builder name(String lease) {
            return name(LeaseName.of(lease));
        }

        public Builder name(LeaseName lease) {
            name = lease;
            return this;
        }

        /** 30 s unless it is set. */
        public Builder ttl(Duration ttl) {
            return timing(Timing.ofTtl(ttl));
        }

        public Builder timing(Timing exactly) {
            timing = exactly;
            return this;
        }

        /** Whatever else {@link Electors} can be told. */
        public Builder with(Consumer<Electors.Builder> more) {
            more.accept(settings);
            return this;
        }

        public Elector build() {
            if (name == null) {
                throw new IllegalStateException("an elector needs the name of its lease");
            }
            return new Elector(settings, name, timing);
        }
    }
}
