package io.anixops.lease;

import java.time.Duration;

/** When to ask for a lease that is not ours: never twice at once, and at once when it may have become free. */
final class Asking {
    private static final long NOTICE_GAP = 10_000_000; // anybody can forge a notification: 100 looks a second, no more

    private final Delays delays;
    private long nextAt;
    private long askedAt;
    private boolean underWay;
    private boolean noticedMeanwhile;
    private int failures;

    Asking(Delays delays, long now) {
        this.delays = delays;
        nextAt = now;
        askedAt = now - NOTICE_GAP;
    }

    boolean isUnderWay() {
        return underWay;
    }

    /** How long it is not to be asked for, unless something happens. */
    long untilAttempt(long now) {
        return underWay ? Nanos.NEVER : Nanos.until(nextAt, now);
    }

    /** Whether it is to be asked for; it counts as asked then. */
    boolean beginsAttempt(long now) {
        var begins = untilAttempt(now) == 0;
        if (begins) {
            underWay = true;
            noticedMeanwhile = false;
            askedAt = now;
        }
        return begins;
    }

    void answered() {
        underWay = false;
        failures = 0;
    }

    void refused(Duration remaining, long now) {
        answered();
        nextAt = now + delays.afterRefusal(remaining);
        if (noticedMeanwhile) { // what was seen may have been so before the change that was told of
            noticed(now);
        }
    }

    /** Perhaps it is ours all the same; then nobody else gets it, and the next attempt goes on with it. */
    void failed(long now) {
        underWay = false;
        failures++;
        nextAt = now + delays.retry(failures);
    }

    /** Somebody changed the lease, or may have. */
    void noticed(long now) {
        if (underWay) {
            noticedMeanwhile = true;
        } else {
            nextAt = Nanos.earlier(nextAt, now + Math.max(delays.herd(), Nanos.until(askedAt + NOTICE_GAP, now)));
        }
    }

    void waitUntil(long at) {
        nextAt = at;
    }
}
