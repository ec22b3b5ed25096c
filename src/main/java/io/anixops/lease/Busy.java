package io.anixops.lease;

import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** How long a thread has been at one thing: what should be over soon, and is not, hangs. */
final class Busy {
    private final LongSupplier clock;
    private volatile long since;
    private volatile boolean busy;

    Busy(LongSupplier clock) {
        this.clock = clock;
    }

    void at(Runnable code) {
        begin();
        try {
            code.run();
        } finally {
            busy = false;
        }
    }

    <T> T at(Supplier<T> code) {
        begin();
        try {
            return code.get();
        } finally {
            busy = false;
        }
    }

    boolean isForMoreThan(long nanos) {
        return busy && clock.getAsLong() - since > nanos;
    }

    private void begin() {
        since = clock.getAsLong(); // before it counts as busy, so that nobody reads the former one's beginning
        busy = true;
    }
}
