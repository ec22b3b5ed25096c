package io.anixops.lease;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps whatever somebody else's code throws, errors too, from the threads that must go on. */
final class Guard {
    private static final Logger LOG = LoggerFactory.getLogger(Electors.class);

    private final ElectionListener listener;
    private final AtomicLong errors = new AtomicLong();

    Guard(ElectionListener listener) {
        this.listener = listener;
    }

    void run(String what, Runnable code) {
        try {
            code.run();
        } catch (Throwable t) {
            survived(what, t);
        }
    }

    void survived(String what, Throwable t) {
        errors.incrementAndGet();
        try {
            LOG.atError().addKeyValue("during", what).setCause(t).log("An unexpected error was survived");
            listener.errorSurvived(t);
        } catch (Throwable atLast) {
            // The logger or the listener itself is broken: there is nobody left to tell. The count above has it.
            errors.incrementAndGet();
        }
    }

    void tell(String what, Consumer<ElectionListener> news) {
        run(what, () -> news.accept(listener));
    }

    long errors() {
        return errors.get();
    }
}
