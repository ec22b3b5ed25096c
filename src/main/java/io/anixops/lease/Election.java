package io.anixops.lease;

import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What one process does about one lease: a state machine without thread, store or clock.
 *
 * <p>Events tell what happened; {@link #tick} says what to do next, and is asked until it says {@link Step#WAIT}. Each
 * step that it says counts as begun. Whatever happened before a tick, an end of trust is seen first.
 */
final class Election {
    private final Timing timing;
    private final Delays delays;
    private final Asking asking;
    private Phase phase = Phase.WAITING;
    private @Nullable Tenure tenure;
    private @Nullable Loss loss;
    private long graceEnds;
    private long seen;
    private long leastToken;
    private boolean closing;
    private boolean overdue;
    private int busy;

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
        asking = new Asking(delays, now);
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
            case WAITING -> closing && !asking.isUnderWay() ? 0 : asking.untilAttempt(now);
            case GRANTED -> 0;
            case LEADING -> Math.min(Nanos.until(trust().untilNanos(), now), tenure().untilRenewal(now));
            case STOPPING -> overdue ? Nanos.NEVER : Math.min(Nanos.until(graceEnds, now), tenure().untilRenewal(now));
            case RELEASING, ENDED -> Nanos.NEVER;
        };
    }

    private Step waiting(long now) {
        if (closing && !asking.isUnderWay()) {
            return end();
        }
        return asking.beginsAttempt(now) ? Step.ACQUIRE : Step.WAIT;
    }

    private Step granted(long now) {
        if (closing) {
            return release();
        }
        if (!tenure().isTrusted(now)) {
            waitUntil(now + delays.retry(1));
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
        giveGrace(now);
        return Step.STOP;
    }

    private @Nullable Loss lossAt(long now) {
        if (tenure().isLost()) {
            return Loss.TAKEN;
        }
        if (!tenure().isTrusted(now)) {
            return Loss.SILENCE;
        }
        return closing ? Loss.CLOSED : busy == 0 ? Loss.RETURNED : null;
    }

    /** While the work stops, its lease is kept from others: renewed, but not for longer than its time to stop. */
    private Step stopping(long now) {
        if (busy == 0) {
            return stopped(now);
        }
        if (overdue) {
            return closing ? end() : Step.WAIT;
        }
        if (Nanos.isReached(graceEnds, now)) {
            overdue = true;
            return Step.OVERDUE;
        }
        return renewal(now);
    }

    /** A term that only fell silent is not released: the next attempt goes on with it, if nobody has taken it by then. */
    private Step stopped(long now) {
        if (!tenure().isLost() && (closing || loss == Loss.RETURNED)) {
            return release();
        }
        waitUntil(now + delays.herd());
        return waiting(now);
    }

    private Step renewal(long now) {
        return tenure().beginsRenewal(now) ? Step.RENEW : Step.WAIT;
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
        return phase == Phase.LEADING && tenure().joinsRenewal(now);
    }

    /**
     * The store says that it is ours. Trust counts from the latest send, also when an earlier attempt of unknown outcome
     * began the term: the store renews a running term of ours at each attempt, so it lives a ttl from this one.
     */
    void held(Term term, long sentAt) {
        asking.answered();
        seen = Math.max(seen, term.token());
        leastToken = Math.max(leastToken, term.token());
        tenure = new Tenure(term, sentAt, timing, delays);
        phase = Phase.GRANTED;
    }

    void refused(Lease lease, long now) {
        asking.refused(lease.remaining(), now);
        seen = Math.max(seen, lease.token());
    }

    void acquireFailed(long now) {
        asking.failed(now);
    }

    /** The present tenure, when it is of this term: answers may come late. */
    Optional<Tenure> tenureOf(Term term) {
        return Optional.ofNullable(tenure).filter(current -> current.term().equals(term));
    }

    /** Whether or not it went well: a term that could not be released expires. */
    void released(long now) {
        waitUntil(now + timing.renewEvery().toNanos());
    }

    /** Something of the work's goes on besides it, and is waited for too. */
    void joined() {
        busy++;
    }

    /** The work, or what went on besides it, has returned. */
    void returned() {
        busy--;
    }

    /** Whether the work was to have returned that long ago, and has not: its election waits for it, and may do so for ever. */
    boolean isOverdueBy(long nanos, long now) {
        return phase == Phase.STOPPING && overdue && now - graceEnds > nanos;
    }

    void close(long now) {
        closing = true;
        giveGrace(now);
    }

    /** Somebody changed the lease, or may have: have a look. */
    void noticed(long now) {
        if (phase == Phase.WAITING) {
            asking.noticed(now);
        } else if (tenure != null) {
            tenure.noticed(now);
        }
    }

    /** Nothing that is known can be relied on: whoever leads, stops. */
    void distrust(long now) {
        if (tenure != null) {
            tenure.distrust(now);
        }
    }

    /**
     * Whether this term must not be gone on with, though the store says that it is ours: a release of it that was never
     * confirmed may still come through, or it comes from a backup of the database and was over long ago.
     */
    boolean isStale(Term granted) {
        return granted.token() < leastToken;
    }

    Term term() {
        return tenure().term();
    }

    TrustWindow trust() {
        return tenure().trust();
    }

    Timing timing() {
        return timing;
    }

    Loss loss() {
        return Objects.requireNonNull(loss, "nothing was lost");
    }

    /** The highest token that this process has seen. */
    long seen() {
        return seen;
    }

    private Tenure tenure() {
        return Objects.requireNonNull(tenure, "there is no term");
    }

    private void giveGrace(long now) {
        overdue = false;
        graceEnds = now + timing.stopWithin().toNanos();
    }

    private void waitUntil(long at) {
        phase = Phase.WAITING;
        asking.waitUntil(at);
    }
}
