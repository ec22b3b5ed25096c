package io.anixops.lease.app;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import io.anixops.lease.Uncaught;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LoggedFailuresTest {
    private final Uncaught uncaught = new Uncaught();
    private final LoggedFailures logged = new LoggedFailures();
    private final LoggerContext context = new LoggerContext();

    @BeforeEach
    void start() {
        logged.setContext(context);
        logged.start();
    }

    @AfterEach
    void close() {
        uncaught.close();
        context.stop();
    }

    @Test
    void memory_that_ran_out_is_told_though_a_library_caught_it_and_goes_on() {
        var failure = new OutOfMemoryError("planted");

        log("io.fabric8.Reflector", new IllegalStateException(failure));
        log("io.fabric8.Reflector", new IllegalStateException("planted"));
        log("io.fabric8.Reflector", null);

        assertThat(uncaught.seen()).containsExactly(failure);
    }

    @Test
    void what_the_last_resort_says_is_not_told_again() {
        log(LastResort.class.getName(), new OutOfMemoryError("planted"));

        assertThat(uncaught.seen()).isEmpty();
    }

    private void log(String logger, @Nullable Throwable thrown) {
        logged.doAppend(new LoggingEvent(
                getClass().getName(), context.getLogger(logger), Level.WARN, "will retry", thrown, new Object[0]));
    }
}
