package io.anixops.lease;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.DoubleSupplier;

/** A process without a thread or a clock of its own: the test moves both. */
final class TestProcess {
    final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - Duration.ofHours(1).toNanos()); // wraps in long tests
    final ManualLane renewals = new ManualLane();
    final ManualLane attempts = new ManualLane();
    final PuppetThreads work = new PuppetThreads();
    final HolderId holder;
    final Guard guard;
    final Driver driver;

    TestProcess(String id, LeaseStore store, ElectionListener listener, DoubleSupplier random) {
        holder = HolderId.of(id);
        guard = new Guard(listener);
        var settings = new Settings(holder, HolderInfo.UNKNOWN, true, listener, nanos::get, random);
        driver = new Driver(store, settings, new Lanes(renewals, attempts, work), guard, () -> {});
    }

    TestProcess(String id, LeaseStore store) {
        this(id, store, ElectionListener.NONE, () -> 0.5);
    }

    Candidacy elect(LeaseName name, Timing timing) {
        return driver.elect(name, timing, work);
    }

    void pass(Duration duration) {
        nanos.addAndGet(duration.toNanos());
    }

    /** Does all that is due now, requests to the store too. @return how long nothing more is due */
    Duration settle() {
        var delay = driver.runDue();
        while (renewals.runNext() || attempts.runNext()) {
            delay = driver.runDue();
        }
        return Duration.ofNanos(delay);
    }
}
