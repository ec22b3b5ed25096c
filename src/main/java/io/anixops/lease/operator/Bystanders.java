package io.anixops.lease.operator;

import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells those who only watch. What one of them throws is counted, and fails nobody's work. */
final class Bystanders {
    private static final Logger LOG = LoggerFactory.getLogger(Bystanders.class);

    private final AtomicLong failures = new AtomicLong();

    void tell(Runnable news) {
        try {
            news.run();
        } catch (RuntimeException e) {
            failures.incrementAndGet();
            LOG.atError().setCause(e).log("somebody who only watches failed; the work goes on");
        }
    }

    long failures() {
        return failures.get();
    }
}
