package io.anixops.lease;

import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** One candidacy's parts: what it decides by, what it runs, and the leadership that the work has in hand. */
final class Contender {
    private final LeaseName name;
    private final Election election;
    private final LeaderWork work;
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile @Nullable Leadership leadership;
    private volatile boolean closed;

    Contender(LeaseName name, Election election, LeaderWork work) {
        this.name = name;
        this.election = election;
        this.work = work;
    }

    LeaseName name() {
        return name;
    }

    /** To be used by whoever holds the driver's lock. */
    Election election() {
        return election;
    }

    LeaderWork work() {
        return work;
    }

    Leadership lead(Leadership begun) {
        leadership = begun;
        if (closed) {
            begun.revoke();
        }
        return begun;
    }

    Leadership leadership() {
        return Objects.requireNonNull(leadership, "nothing was led yet");
    }

    boolean isLeading() {
        var current = leadership;
        return current != null && current.isLeading();
    }

    /** Gives the leadership the trust of a confirmed renewal. */
    void trust(TrustWindow window) {
        var current = leadership;
        if (current != null) {
            current.trust(window);
        }
    }

    /** Nothing is led from now on, whatever is still under way. */
    void close() {
        closed = true;
        revoke();
    }

    void revoke() {
        var current = leadership;
        if (current != null) {
            current.revoke();
        }
    }

    CountDownLatch ended() {
        return ended;
    }
}
