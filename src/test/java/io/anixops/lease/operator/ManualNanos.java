package io.anixops.lease.operator;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** A monotonic clock that moves only when a test says so; it starts shortly before it wraps. */
final class ManualNanos implements LongSupplier {
    private final AtomicLong now =
            new AtomicLong(Long.MAX_VALUE - Duration.ofSeconds(3).toNanos());

    @Override
    public long getAsLong() {
        return now.get();
    }

    void pass(Duration time) {
        now.addAndGet(time.toNanos());
    }
}
