package io.anixops.lease.app;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.JsonEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.encoder.LayoutWrappingEncoder;
import ch.qos.logback.core.status.NopStatusListener;
import java.util.logging.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where log lines go: standard output, as text or JSON. It is set up here and in no file of the jar, since a file would
 * take over the logs of every program that uses the library.
 */
final class Logging {
    private static final String OURS = "io.anixops";
    private static final String POOL = "com.zaxxer.hikari";

    /** The driver's own logger, which would write beside ours; held, or it would be collected with its level. */
    private static final Logger DRIVER = Logger.getLogger("org.postgresql");

    private Logging() {}

    static void start(LogSettings settings) {
        DRIVER.setLevel(java.util.logging.Level.OFF);
        var context = (LoggerContext) LoggerFactory.getILoggerFactory();
        context.reset();
        context.getStatusManager().add(new NopStatusListener());
        var root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        root.setLevel(Level.WARN);
        root.addAppender(console(context, settings.json() ? json(context) : text(context)));
        root.addAppender(loggedFailures(context)); // after the line is out
        context.getLogger(POOL).setLevel(Level.ERROR); // it warns of each broken connection; we tell of each outage
        context.getLogger(OURS).setLevel(Level.toLevel(settings.level()));
    }

    /** For commands that answer on standard output: nothing else is written there. */
    static void silence() {
        DRIVER.setLevel(java.util.logging.Level.OFF);
        ((LoggerContext) LoggerFactory.getILoggerFactory()).reset();
    }

    private static ConsoleAppender<ILoggingEvent> console(LoggerContext context, Encoder<ILoggingEvent> encoder) {
        var appender = new ConsoleAppender<ILoggingEvent>();
        appender.setContext(context);
        appender.setEncoder(encoder);
        appender.start();
        return appender;
    }

    private static LoggedFailures loggedFailures(LoggerContext context) {
        var appender = new LoggedFailures();
        appender.setContext(context);
        appender.start();
        return appender;
    }

    private static Encoder<ILoggingEvent> text(LoggerContext context) {
        var line = new LogLine();
        line.setContext(context);
        line.start();
        var encoder = new LayoutWrappingEncoder<ILoggingEvent>();
        encoder.setContext(context);
        encoder.setLayout(line);
        encoder.start();
        return encoder;
    }

    private static Encoder<ILoggingEvent> json(LoggerContext context) {
        var encoder = new JsonEncoder();
        encoder.setContext(context);
        encoder.setWithSequenceNumber(false);
        encoder.setWithNanoseconds(false);
        encoder.setWithContext(false);
        encoder.setWithMessage(false);
        encoder.setWithArguments(false);
        encoder.setWithFormattedMessage(true);
        encoder.start();
        return encoder;
    }
}
