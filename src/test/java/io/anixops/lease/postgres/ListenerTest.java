package io.anixops.lease.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.anixops.lease.Uncaught;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class ListenerTest {
    private final AtomicInteger attempts = new AtomicInteger();

    @Test
    void memory_that_runs_out_is_told_and_nothing_else_ends_the_listening() {
        try (var uncaught = new Uncaught();
                var watch = new Listener(failing(), "channel", System::nanoTime).watch(change -> {})) {
            Uncaught.await().until(() -> attempts.get() >= 3);

            assertThat(uncaught.seen()).hasSize(1).hasOnlyElementsOfType(OutOfMemoryError.class);
        }
    }

    @Test
    void an_outage_is_told_at_its_beginning_and_then_once_a_minute() {
        var logger = (Logger) LoggerFactory.getLogger(Listening.class);
        var lines = new ListAppender<ILoggingEvent>();
        lines.start();
        logger.addAppender(lines);
        var nanos = new AtomicLong();
        attempts.set(2);
        try (var watch = new Listener(failing(), "channel", nanos::get).watch(change -> {})) {
            Uncaught.await().until(() -> attempts.get() >= 5);
            assertThat(lines.list).hasSize(1);

            nanos.set(Duration.ofMinutes(1).toNanos() + 1);
            Uncaught.await().until(() -> lines.list.size() == 2);
        } finally {
            logger.detachAppender(lines);
        }
    }

    private DataSource failing() {
        return (DataSource) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {DataSource.class}, (proxy, method, args) -> {
                    throw switch (attempts.incrementAndGet()) {
                        case 1 -> new OutOfMemoryError("planted");
                        case 2 -> new StackOverflowError();
                        default -> new IllegalStateException("planted");
                    };
                });
    }
}
