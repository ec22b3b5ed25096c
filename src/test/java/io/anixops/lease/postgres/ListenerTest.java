package io.anixops.lease.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.anixops.lease.Uncaught;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

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
