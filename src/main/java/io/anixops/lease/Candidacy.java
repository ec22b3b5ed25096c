package io.anixops.lease;

import java.time.Duration;

/** This process competes for one lease, until it is closed. May be used from any thread. */
public final class Candidacy implements AutoCloseable {
    private final Contender contender;
    private final Driver driver;
    private final Timing timing;

    Candidacy(Contender contender, Driver driver, Timing timing) {
        this.contender = contender;
        this.driver = driver;
        this.timing = timing;
    }

    Contender contender() {
        return contender;
    }

    public LeaseName name() {
        return contender.name();
    }

    /** Whether this process leads now; worked out from the clock at every call, and false from {@link #close} on. */
    public boolean isLeading() {
        return contender.isLeading();
    }

    /**
     * Tells the work to stop, waits for it as long as its timing gives it (the lease is renewed meanwhile), releases the
     * lease and competes no more. The lease of a work that does not return is left to expire. Again is harmless.
     *
     * <p>From inside the work or a callback it does not wait; nor when the calling thread is interrupted.
     */
    @Override
    public void close() {
        driver.close(contender);
        Waiting.on(contender.ended(), patience());
    }

    /** Time for the work to stop and for the store to answer once more. */
    Duration patience() {
        return timing.stopWithin().plus(timing.renewEvery());
    }
}
