package io.anixops.lease.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.anixops.lease.Uncaught;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class LoopTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Duration EVERY = Duration.ofMillis(5);

    private final ManualNanos nanos = new ManualNanos();
    private final AtomicInteger turns = new AtomicInteger();

    @Test
    void an_error_or_an_exception_in_a_turn_is_counted_and_does_not_end_the_turns() {
        try (var loop = new Loop("test-loop", EVERY, this::failTwice, nanos)) {
            await().atMost(PATIENCE).until(() -> turns.get() >= 4);

            assertThat(loop.failures()).isEqualTo(2);
        }
    }

    @Test
    void memory_that_runs_out_in_a_turn_is_told_to_whoever_may_end_the_process() {
        try (var uncaught = new Uncaught();
                var loop = new Loop("test-loop", EVERY, this::runOutOfMemory, nanos)) {
            Uncaught.await().until(() -> turns.get() >= 2);

            assertThat(uncaught.seen()).hasSize(1).hasOnlyElementsOfType(OutOfMemoryError.class);
            assertThat(loop.failures()).isEqualTo(1);
        }
    }

    @Test
    void a_failure_to_tell_and_to_log_does_not_end_the_turns_either() {
        var before = Thread.getDefaultUncaughtExceptionHandler();
        Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> {
            throw new IllegalStateException("planted");
        });
        try (var loop = new Loop("test-loop", EVERY, this::runOutOfMemory, nanos)) {
            Uncaught.await().until(() -> turns.get() >= 2);

            assertThat(loop.failures()).isEqualTo(2);
        } finally {
            Thread.setDefaultUncaughtExceptionHandler(before);
        }
    }

    @Test
    void a_loop_that_does_not_come_round_is_not_alive() throws Exception {
        var entered = new CountDownLatch(1);
        var goOn = new CountDownLatch(1);
        try (var loop = new Loop("test-loop", EVERY, () -> hang(entered, goOn), nanos)) {
            assertThat(entered.await(20, TimeUnit.SECONDS)).isTrue();

            nanos.pass(Duration.ofSeconds(2).minusNanos(1));
            assertThat(loop.isAlive(Duration.ofSeconds(2))).isTrue();
            nanos.pass(Duration.ofNanos(1));
            assertThat(loop.isAlive(Duration.ofSeconds(2))).isFalse();

            goOn.countDown();
            await().atMost(PATIENCE).until(() -> loop.isAlive(Duration.ofSeconds(2)));
        }
    }

    @Test
    void a_loop_that_is_closed_makes_no_more_turns() {
        var loop = new Loop("test-loop", EVERY, turns::incrementAndGet, nanos);
        await().atMost(PATIENCE).until(() -> turns.get() > 0);

        loop.close();

        var last = turns.get();
        await().during(Duration.ofMillis(100)).atMost(PATIENCE).until(() -> turns.get() == last);
    }

    private void failTwice() {
        switch (turns.incrementAndGet()) {
            case 1 -> throw new NoClassDefFoundError("planted");
            case 2 -> throw new IllegalStateException("planted");
            default -> {}
        }
    }

    private void runOutOfMemory() {
        if (turns.incrementAndGet() == 1) {
            throw new OutOfMemoryError("planted");
        }
    }

    private static void hang(CountDownLatch entered, CountDownLatch goOn) {
        entered.countDown();
        try {
            goOn.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
