package io.anixops.lease.operator;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * What this replica may do now. Neither the label promise nor the rows depend on it: two that are active by accident do
 * each other's work twice, and no harm.
 */
final class Gate {
    private final Duration silenceLimit;
    private final LongSupplier nanos;
    private volatile Standing standing;
    private volatile View view;

    enum State {
        /** Another replica works, or none does yet: caches are kept warm, and nothing else. */
        STANDBY,
        /** This one works. */
        ACTIVE,
        /** It worked, and the API server went silent: nothing is decided or written there, renewals go on for a while. */
        SILENT
    }

    Gate(Duration silenceLimit, LongSupplier nanos) {
        this.silenceLimit = silenceLimit;
        this.nanos = nanos;
        this.standing = new Standing(State.STANDBY, nanos.getAsLong());
        this.view = new View(true, nanos.getAsLong());
    }

    void set(State next) {
        if (standing.state() != next) {
            standing = new Standing(next, nanos.getAsLong());
        }
    }

    /** Whether what happens to pods and resources is seen. */
    void setView(boolean clear) {
        if (view.clear() != clear) {
            view = new View(clear, nanos.getAsLong());
        }
    }

    boolean mayWrite() {
        return standing.state() == State.ACTIVE;
    }

    /** Nobody is chosen to lead by what was seen long ago. */
    boolean mayDecide() {
        return mayWrite() && view.clear();
    }

    /** What only the active replica does. */
    void ifMayWrite(Runnable work) {
        if (mayWrite()) {
            work.run();
        }
    }

    /** What a replica owes to the terms that it has renewed; those of a standby are another's by now. */
    void unlessStandby(Runnable work) {
        if (standing.state() != State.STANDBY) {
            work.run();
        }
    }

    /** What is for the others. */
    void ifStandby(Runnable work) {
        if (standing.state() == State.STANDBY) {
            work.run();
        }
    }

    /** What goes on for a while when the API server is silent. */
    void ifMayRenew(Runnable work) {
        if (mayRenew()) {
            work.run();
        }
    }

    /** A leader that nobody can see must not lead for ever: renewals end when the silence lasts too long. */
    boolean mayRenew() {
        var now = standing;
        var seen = view;
        return switch (now.state()) {
            case STANDBY -> false;
            case ACTIVE -> seen.clear() || isWithinLimit(seen.since());
            case SILENT -> isWithinLimit(now.since()) && (seen.clear() || isWithinLimit(seen.since()));
        };
    }

    private boolean isWithinLimit(long since) {
        return nanos.getAsLong() - since < silenceLimit.toNanos();
    }

    private record Standing(State state, long since) {}

    private record View(boolean clear, long since) {}
}
