package io.anixops.lease.demo;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import java.util.logging.LogManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps the logs out of the story. */
final class Quiet {
    private Quiet() {}

    static void logs() {
        LogManager.getLogManager().reset();
        ((LoggerContext) LoggerFactory.getILoggerFactory())
                .getLogger(Logger.ROOT_LOGGER_NAME)
                .setLevel(Level.OFF);
    }
}
