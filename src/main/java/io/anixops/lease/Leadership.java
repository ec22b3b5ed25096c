package io.anixops.lease;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One unbroken time of leading, in the hands of the work.
 *
 * <p>Once it is over it stays over; a process that leads again has another one. May be used from any thread.
 */
public final class Leadership {
    private final Term term;
    private final LongSupplier clock;
    private final List<Runnable> onLoss = new ArrayList<>();
    private volatile TrustWindow trust;
    private volatile boolean over;
    private boolean told;
    private @Nullable Thread worker;

    Leadership(Term term, TrustWindow trust, LongSupplier clock) {
        this.term = term;
        this.trust = trust;
        this.clock = clock;
    }

    public LeaseName name() {
        return term.name();
    }

    /**
     * The fencing token. It goes with every step that must not be done twice: who carries the step out refuses a lower
     * token than the highest it has seen. Leading again within one term (after a short silence of the database) has the
     * same token.
     */
    public long token() {
        return term.token();
    }

    /**
     * Whether the database's last word may still be acted on. It is worked out from the clock at every call, so the
     * first call after a pause of the process tells the truth already.
     */
    public boolean isLeading() {
        return !over && trust.isOpenAt(clock.getAsLong());
    }

    /** Does nothing while this process leads; else throws, so that the step after it is not done. */
    public void requireLeading() {
        if (!isLeading()) {
            throw new LeadershipLostException(term);
        }
    }

    /**
     * Runs this once, when the leadership is over, for whatever reason (that the work returned is one): on a thread of
     * its own, or on the caller's when it is over already. The lease is not released before it is done. What it throws
     * is logged.
     */
    public void onLoss(Runnable callback) {
        synchronized (this) {
            if (!told) {
                onLoss.add(callback);
                return;
            }
        }
        callback.run();
    }

    void trust(TrustWindow newer) {
        trust = newer;
    }

    /** From now on nobody believes in it; the work hears of it by {@link #end}. */
    void revoke() {
        over = true;
    }

    /** Returns the callbacks to run: each of them once, whoever else ends it too. */
    synchronized List<Runnable> end() {
        over = true;
        told = true;
        var callbacks = List.copyOf(onLoss);
        onLoss.clear();
        return callbacks;
    }

    synchronized void enter(Thread thread) {
        worker = thread;
    }

    /** No interrupt meets the thread after this. */
    synchronized void leave() {
        worker = null;
    }

    synchronized void interrupt() {
        if (worker != null) {
            worker.interrupt();
        }
    }
}
