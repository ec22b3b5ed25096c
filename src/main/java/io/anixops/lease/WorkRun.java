package io.anixops.lease;

import java.util.List;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** Runs the work while its process leads, and tells it to stop. */
final class WorkRun {
    private static final Logger LOG = LoggerFactory.getLogger(Electors.class);

    private final boolean interrupts;
    private final Executor threads;
    private final Guard guard;
    private final Driver driver;

    WorkRun(boolean interrupts, Executor threads, Guard guard, Driver driver) {
        this.interrupts = interrupts;
        this.threads = threads;
        this.guard = guard;
        this.driver = driver;
    }

    void start(Contender contender, Leadership leadership) {
        threads.execute(() -> awaited(contender, () -> {
            lead(contender, leadership);
            run(leadership.end());
        }));
    }

    private void lead(Contender contender, Leadership leadership) {
        leadership.enter(Thread.currentThread());
        try {
            if (leadership.isLeading()) { // there may have been a pause before this thread came to run
                contender.work().lead(leadership);
            }
        } catch (Throwable t) {
            thrown(leadership, t);
        } finally {
            leadership.leave();
        }
    }

    private void thrown(Leadership leadership, Throwable t) {
        var told = !leadership.isLeading();
        guard.run(
                "logging",
                () -> LOG.atLevel(told ? Level.DEBUG : Level.ERROR)
                        .addKeyValue("lease", leadership.name())
                        .addKeyValue("token", leadership.token())
                        .setCause(t)
                        .log("The work threw; its lease is released, and competed for again"));
    }

    /** Ends the leadership first, then tells; callbacks have a thread of their own, so that one that waits harms nobody. */
    void stop(Contender contender, Leadership leadership) {
        var callbacks = leadership.end();
        if (interrupts) {
            leadership.interrupt();
        }
        if (!callbacks.isEmpty()) {
            driver.tell(contender, (election, now) -> election.joined());
            runBeside(contender, callbacks);
        }
    }

    private void runBeside(Contender contender, List<Runnable> callbacks) {
        try {
            threads.execute(() -> awaited(contender, () -> run(callbacks)));
        } catch (Throwable t) { // no thread to be had, and the work must be told all the same
            guard.survived("telling of a loss", t);
            awaited(contender, () -> run(callbacks));
        }
    }

    private void run(List<Runnable> callbacks) {
        callbacks.forEach(callback -> guard.run("a callback on loss", callback));
    }

    /** The election waits for this to return, however it does. */
    private void awaited(Contender contender, Runnable code) {
        try {
            Waiting.asAwaited(code);
        } finally {
            driver.tell(contender, (election, now) -> election.returned());
        }
    }
}
