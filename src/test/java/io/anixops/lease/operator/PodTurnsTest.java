package io.anixops.lease.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class PodTurnsTest {
    private static final long A_MINUTE = 60_000;

    @Test
    void who_comes_first_need_not_wait() {
        try (var turn = new PodTurns(A_MINUTE).take("pod")) {
            assertThat(turn.taken()).isTrue();
        }
    }

    @Test
    void who_comes_second_waits() {
        var turns = new PodTurns(A_MINUTE);
        var order = new CopyOnWriteArrayList<String>();
        CompletableFuture<Boolean> second;

        try (var first = turns.take("pod")) {
            second = CompletableFuture.supplyAsync(() -> {
                try (var turn = turns.take("pod")) {
                    order.add("second");
                    return turn.taken();
                }
            });
            await().until(() -> first.lock().hasQueuedThreads());
            order.add("first");
        }

        assertThat(second.join()).isTrue();
        assertThat(order).containsExactly("first", "second");
    }

    @Test
    void a_turn_that_does_not_come_in_time_is_not_waited_for() throws Exception {
        var turns = new PodTurns(1);
        var taken = new CountDownLatch(1);
        var done = new CountDownLatch(1);
        CompletableFuture.runAsync(() -> {
            try (var turn = turns.take("pod")) {
                taken.countDown();
                awaitQuietly(done);
            }
        });
        taken.await();

        try (var late = turns.take("pod")) {
            assertThat(late.taken()).isFalse();
        } finally {
            done.countDown();
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}
