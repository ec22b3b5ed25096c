package io.anixops.lease;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What one process does about one lease: a state machine without thread, store or clock.
 *
 * <p>Events tell what happened; {@link #tick} says what to do next, and is asked until it says {@link Step#WAIT}. Each
 * step that it says counts as begun. Whatever happened before a tick, an end of trust is seen first.
 */
final class Election {
    static final long NEVER = Long.MAX_VALUE;

    private static final long NOTICE_GAP = 10_000_000; // anybody can forge a notification: 100 looks a second, no more

    private final Timing timing;
    private final Delays delays;
    private Phase phase = Phase.WAITING;
    private @Nullable Term term;
    private @Nullable Loss loss;
    private TrustWindow trust;
    private long nextAt;
    private long askedAt;
    private long graceEnds;
    private long seen;
    private long leastToken;
    private boolean acquiring;
    private boolean renewing;
    private boolean closing;
    private boolean lost;
    private boolean overdue;
    private int busy;
    private int failures;

    /** What to do next. */
    enum Step {
        WAIT,
        ACQUIRE,
        START,
        RENEW,
        STOP,
        /** The work did not return within its time: say so. Its lease is left to expire. */
        OVERDUE,
        RELEASE,
        END
    }

    private enum Phase {
        WAITING,
        GRANTED,
        LEADING,
        STOPPING,
        RELEASING,
        ENDED
    }

    Election(Timing timing, Delays delays, long now) {
        this.timing = timing;
        this.delays = delays;
        trust = new TrustWindow(now);
        nextAt = now;
        askedAt = now - NOTICE_GAP;
    }

    Step tick(long now) {
        return switch (phase) {
            case WAITING -> waiting(now);
            case GRANTED -> granted(now);
            case LEADING -> leading(now);
            case STOPPING -> stopping(now);
            case RELEASING, ENDED -> Step.WAIT;
        };
    }

    /** How long nothing is to be done, unless something happens. */
    long delay(long now) {
        return switch (phase) {
            case WAITING -> acquiring ? NEVER : closing ? 0 : until(nextAt, now);
            case GRANTED -> 0;
            case LEADING -> Math.min(until(trust.untilNanos(), now), untilRenewal(now));
            case STOPPING -> overdue ? NEVER : Math.min(until(graceEnds, now), untilRenewal(now));
            case RELEASING, ENDED -> NEVER;
        };
    }

    private Step waiting(long now) {
        if (acquiring) {
            return Step.WAIT;
        }
        if (closing) {
            return end();
        }
        if (!isReached(nextAt, now)) {
            return Step.WAIT;
        }
        acquiring = true;
        askedAt = now;
        return Step.ACQUIRE;
    }

    private Step granted(long now) {
        if (closing) {
            return release();
        }
        if (!trust.isOpenAt(now)) {
            waitAgain(now + delays.retry(1));
            return Step.WAIT;
        }
        phase = Phase.LEADING;
        busy = 1;
        return Step.START;
    }

    private Step leading(long now) {
        loss = lossAt(now);
        if (loss == null) {
            return renewal(now);
        }
        phase = Phase.STOPPING;
        overdue = false;
        graceEnds = now + timing.stopWithin().toNanos();
        return Step.STOP;
    }

    private @Nullable Loss lossAt(long now) {
        if (lost) {
            return Loss.TAKEN;
        }
        if (!trust.isOpenAt(now)) {
            return Loss.SILENCE;
        }
        return closing ? Loss.CLOSED : busy == 0 ? Loss.RETURNED : null;
    }

    /** While the work stops, its lease is kept from others: renewed, but not for longer than its time to stop. */
    private Step stopping(long now) {
        if (busy == 0) {
            return left(now);
        }
        if (overdue) {
            return closing ? end() : Step.WAIT;
        }
        if (isReached(graceEnds, now)) {
            overdue = true;
            return Step.OVERDUE;
        }
        return renewal(now);
    }

    /** The work has returned. A term that only fell silent is not released: the next attempt goes on with it. */
    private Step left(long now) {
        if (!lost && (closing || loss == Loss.RETURNED)) {
            return release();
        }
        waitAgain(now + delays.herd());
        return tick(now);
    }

    private Step renewal(long now) {
        if (renewing || lost || !isReached(nextAt, now)) {
            return Step.WAIT;
        }
        return renew(now);
    }

    private Step renew(long now) {
        renewing = true;
        askedAt = now;
        return Step.RENEW;
    }

    private Step release() {
        phase = Phase.RELEASING;
        leastToken = term().token() + 1;
        return Step.RELEASE;
    }

    private Step end() {
        phase = Phase.ENDED;
        return Step.END;
    }

    /** Whether this one's renewal, though not quite due, goes along with one that is; if so it counts as begun. */
    boolean joinsRenewal(long now) {
        var joins = (phase == Phase.LEADING && trust.isOpenAt(now))
                && !renewing
                && !lost
                && until(nextAt, now) < timing.renewEvery().toNanos() / 8;
        return joins && renew(now) == Step.RENEW;
    }

    /**
     * The store says that it is ours. Trust counts from the latest send, also when an earlier attempt of unknown outcome
     * began the term: the store renews a running term of ours at each attempt, so it lives a ttl from this one.
     */
    void held(Term granted, long sentAt) {
        acquiring = false;
        failures = 0;
        term = granted;
        seen = Math.max(seen, granted.token());
        leastToken = Math.max(leastToken, granted.token());
        trust = TrustWindow.from(sentAt, timing.ttl());
        nextAt = sentAt + timing.renewEvery().toNanos();
        lost = false;
        phase = Phase.GRANTED;
    }

    void refused(Lease lease, long now) {
        acquiring = false;
        failures = 0;
        seen = Math.max(seen, lease.token());
        nextAt = now + delays.afterRefusal(lease.remaining());
    }

    /** Perhaps it is ours all the same; then nobody else gets it, and the next attempt goes on with it. */
    void acquireFailed(long now) {
        acquiring = false;
        failures++;
        nextAt = now + delays.retry(failures);
    }

    /** An answer that comes when trust is over already does not bring it back: the work may have seen that it is over. */
    void renewed(Term renewed, long sentAt, long now) {
        renewing = false;
        if (renewed.equals(term)) {
            nextAt = sentAt + timing.renewEvery().toNanos();
            trust = trust.isOpenAt(now) ? later(trust, TrustWindow.from(sentAt, timing.ttl())) : trust;
        }
    }

    void renewalFailed(Term failed, long now) {
        renewing = false;
        if (failed.equals(term)) {
            nextAt = now + delays.retry();
        }
    }

    void renewalLost(Term gone) {
        renewing = false;
        lost |= gone.equals(term);
    }

    /** Whether or not it went well: a term that could not be released expires. */
    void released(long now) {
        waitAgain(now + timing.renewEvery().toNanos());
    }

    /** Something of the work's goes on besides it, and is waited for too. */
    void joined() {
        busy++;
    }

    /** The work, or what went on besides it, has returned. */
    void returned() {
        busy--;
    }

    void close(long now) {
        closing = true;
        overdue = false;
        graceEnds = now + timing.stopWithin().toNanos();
    }

    /** Somebody changed the lease: have a look. What came of our own request is no news. */
    void noticed(long now) {
        if (phase == Phase.WAITING) {
            nextAt = earlier(nextAt, now + Math.max(delays.herd(), until(askedAt + NOTICE_GAP, now)), now);
        } else if (isReached(askedAt + delays.retry(), now)) {
            nextAt = earlier(nextAt, now, now);
        }
    }

    /** Nothing that is known can be relied on: whoever leads, stops. */
    void distrust(long now) {
        trust = new TrustWindow(now);
    }

    Term term() {
        return Objects.requireNonNull(term, "there is no term");
    }

    TrustWindow trust() {
        return trust;
    }

    Timing timing() {
        return timing;
    }

    Loss loss() {
        return Objects.requireNonNull(loss, "nothing was lost");
    }

    /**
     * Whether this term must not be gone on with, though the store says that it is ours: a release of it that was never
     * confirmed may still come through, or it comes from a backup of the database and was over long ago.
     */
    boolean isStale(Term granted) {
        return granted.token() < leastToken;
    }

    /** The highest token that this process has seen. */
    long seen() {
        return seen;
    }

    private void waitAgain(long at) {
        phase = Phase.WAITING;
        nextAt = at;
    }

    private long untilRenewal(long now) {
        return renewing || lost ? NEVER : until(nextAt, now);
    }

    private static TrustWindow later(TrustWindow one, TrustWindow other) {
        return one.untilNanos() - other.untilNanos() > 0 ? one : other;
    }

    private static long earlier(long one, long other, long now) {
        return one - now < other - now ? one : other;
    }

    private static long until(long at, long now) {
        return Math.max(0, at - now);
    }

    private static boolean isReached(long at, long now) {
        return now - at >= 0;
    }
}
