package io.anixops.lease.operator;

import io.anixops.lease.VmFailure;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One thread that does one thing again and again. A throw, an Error too, is counted and logged, and the next turn
 * comes, unless it ends the process; a thread that does not come round is seen by {@link #isAlive}.
 */
final class Loop implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Loop.class);

    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final ScheduledExecutorService thread;
    private final AtomicLong failures = new AtomicLong();
    private final AtomicLong lastTurn;
    private final LongSupplier nanos;
    private final Duration patience;

    Loop(String name, Duration every, Runnable turn, LongSupplier nanos) {
        this(name, every, turn, nanos, PATIENCE);
    }

    /** One whose last turn is waited for so long at its end, and then interrupted. */
    Loop(String name, Duration every, Runnable turn, LongSupplier nanos, Duration patience) {
        this.nanos = nanos;
        this.patience = patience;
        this.lastTurn = new AtomicLong(nanos.getAsLong());
        this.thread = Executors.newSingleThreadScheduledExecutor(Threads.daemon(name));
        var unused = thread.scheduleWithFixedDelay(() -> turn(name, turn), 0, every.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void turn(String name, Runnable turn) {
        try {
            turn.run();
        } catch (RuntimeException | Error e) {
            failed(name, e);
        } finally {
            lastTurn.set(nanos.getAsLong());
        }
    }

    private void failed(String name, Throwable thrown) {
        failures.incrementAndGet();
        try {
            VmFailure.tell(thrown);
            LOG.atError()
                    .addKeyValue("thread", name)
                    .setCause(thrown)
                    .log("a turn failed; the next one comes all the same");
        } catch (RuntimeException | Error atLast) { // even the log is broken: nobody is left to tell, but the count
            failures.incrementAndGet();
        }
    }

    long failures() {
        return failures.get();
    }

    /** Whether a turn has ended within this time. */
    boolean isAlive(Duration within) {
        return nanos.getAsLong() - lastTurn.get() < within.toNanos();
    }

    @Override
    public void close() {
        thread.shutdown();
        try {
            if (!thread.awaitTermination(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                thread.shutdownNow();
            }
        } catch (InterruptedException e) {
            thread.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}
