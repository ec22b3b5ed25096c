package io.anixops.lease.app;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxy;
import ch.qos.logback.core.AppenderBase;
import io.anixops.lease.VmFailure;

/**
 * Hears of failures of the virtual machine that a library caught, logged, and would go on after: an informer that is
 * out of memory says so and lists again, and again.
 */
final class LoggedFailures extends AppenderBase<ILoggingEvent> {
    private static final String TOLD_ALREADY = LastResort.class.getName();

    @Override
    protected void append(ILoggingEvent event) {
        if (event.getThrowableProxy() instanceof ThrowableProxy logged
                && !event.getLoggerName().equals(TOLD_ALREADY)) {
            VmFailure.tell(logged.getThrowable());
        }
    }
}
