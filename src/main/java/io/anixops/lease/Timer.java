package io.anixops.lease;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/** The loop of the one thread that drives all elections: it sleeps until something is due or happens. */
final class Timer {
    private static final long AFTER_ERROR = 50_000_000;

    private final Driver driver;
    private final Guard guard;
    private final Busy busy;
    private final CountDownLatch ended = new CountDownLatch(1);

    Timer(Driver driver, Guard guard, Busy busy) {
        this.driver = driver;
        this.guard = guard;
        this.busy = busy;
    }

    /** Goes on until the driver is done, whatever is thrown in there. */
    void run() {
        for (var delay = runDue(); !driver.isDone(); delay = runDue()) {
            LockSupport.parkNanos(this, delay);
            Thread.interrupted(); // nobody has a reason to interrupt it, and an interrupted thread does not park
        }
        ended.countDown();
    }

    private long runDue() {
        try {
            return busy.at(driver::runDue);
        } catch (Throwable t) {
            guard.survived("driving elections", t);
            return AFTER_ERROR;
        }
    }

    CountDownLatch ended() {
        return ended;
    }
}
