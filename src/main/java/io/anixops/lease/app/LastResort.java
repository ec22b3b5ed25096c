package io.anixops.lease.app;

import java.lang.Thread.UncaughtExceptionHandler;
import org.slf4j.LoggerFactory;

/**
 * What happens to a throwable that nobody caught, and to a failure of the virtual machine wherever it was caught: it is
 * logged, and an {@link Error} ends the process at once, since a new one can do more than one that is out of memory or
 * misses a class. The leases stay with their holders meanwhile.
 */
final class LastResort implements UncaughtExceptionHandler {

    @Override
    public void uncaughtException(Thread thread, Throwable thrown) {
        try {
            LoggerFactory.getLogger(LastResort.class)
                    .atError()
                    .setMessage("nobody caught this")
                    .addKeyValue("thread", thread.getName())
                    .setCause(thrown)
                    .log();
        } finally {
            if (thrown instanceof Error) {
                Runtime.getRuntime().halt(Main.BROKEN);
            }
        }
    }
}
