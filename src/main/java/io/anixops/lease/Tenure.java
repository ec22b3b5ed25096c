package io.anixops.lease;

/** A term that the store gave us: how long to trust that it is ours, and when to renew it. */
final class Tenure {
    private final Term term;
    private final Timing timing;
    private final Delays delays;
    private TrustWindow trust;
    private long askedAt;
    private long renewAt;
    private boolean renewing;
    private boolean lost;

    Tenure(Term term, long sentAt, Timing timing, Delays delays) {
        this.term = term;
        this.timing = timing;
        this.delays = delays;
        trust = TrustWindow.from(sentAt, timing.ttl());
        askedAt = sentAt;
        renewAt = sentAt + timing.renewEvery().toNanos();
    }

    Term term() {
        return term;
    }

    TrustWindow trust() {
        return trust;
    }

    /** The store said that it is over; trust may last, and must not be acted on. */
    boolean isLost() {
        return lost;
    }

    boolean isTrusted(long now) {
        return trust.isOpenAt(now);
    }

    /** Whether a renewal is to be sent; it counts as sent then. */
    boolean beginsRenewal(long now) {
        return beginsRenewalWithin(0, now);
    }

    /** Whether a renewal that is nearly due goes along with another one; it counts as sent then. */
    boolean joinsRenewal(long now) {
        return isTrusted(now) && beginsRenewalWithin(timing.renewEvery().toNanos() / 8, now);
    }

    private boolean beginsRenewalWithin(long nanos, long now) {
        var begins = untilRenewal(now) <= nanos;
        if (begins) {
            renewing = true;
            askedAt = now;
        }
        return begins;
    }

    long untilRenewal(long now) {
        return renewing || lost ? Nanos.NEVER : Nanos.until(renewAt, now);
    }

    /** An answer that comes when trust is over does not bring it back: the work may have seen that it is over. */
    void renewed(long sentAt, long now) {
        renewing = false;
        renewAt = sentAt + timing.renewEvery().toNanos();
        var newer = TrustWindow.from(sentAt, timing.ttl());
        if (isTrusted(now) && newer.untilNanos() - trust.untilNanos() > 0) {
            trust = newer;
        }
    }

    void renewalFailed(long now) {
        renewing = false;
        renewAt = now + delays.retry();
    }

    void lose() {
        renewing = false;
        lost = true;
    }

    /** Somebody changed the lease: renewing it tells whether it is still ours. What came of our own request is no news. */
    void noticed(long now) {
        if (Nanos.isReached(askedAt + delays.retry(), now)) {
            renewAt = Nanos.earlier(renewAt, now);
        }
    }

    void distrust(long now) {
        trust = new TrustWindow(now);
    }
}
