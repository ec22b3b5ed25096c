package io.anixops.lease.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class PodTurnsTest {
    private static final long A_MINUTE = 60_000;
    private static final String UID = "Aa";
    private static final Pod POD = new PodBuilder()
            .withNewMetadata()
            .withName("a")
            .withUid(UID)
            .endMetadata()
            .build();

    @Test
    void who_comes_first_need_not_wait() {
        try (var turn = new PodTurns(A_MINUTE).take("pod")) {
            assertThat(turn.taken()).isTrue();
            assertThat(turn.waited()).isFalse();
        }
    }

    @Test
    void who_comes_second_waits_and_knows_it() {
        var turns = new PodTurns(A_MINUTE);
        var order = new CopyOnWriteArrayList<String>();
        CompletableFuture<Boolean> second;

        try (var first = turns.take("pod")) {
            second = CompletableFuture.supplyAsync(() -> {
                try (var turn = turns.take("pod")) {
                    order.add("second");
                    return turn.waited();
                }
            });
            await().until(() -> first.lock().hasQueuedThreads());
            order.add("first");
        }

        assertThat(second.join()).isTrue();
        assertThat(order).containsExactly("first", "second");
    }

    @Test
    void who_is_next_in_line_finds_the_pod_as_it_was_written() {
        var turns = new PodTurns(A_MINUTE);
        CompletableFuture<Optional<Pod>> second;

        try (var first = turns.take(UID)) {
            second = CompletableFuture.supplyAsync(() -> {
                try (var turn = turns.take(UID)) {
                    return turn.left();
                }
            });
            await().until(() -> first.lock().hasQueuedThreads());
            first.leave(POD);
        }

        assertThat(second.join()).contains(POD);
    }

    @Test
    void where_nobody_is_next_in_line_no_pod_is_kept() {
        var turns = new PodTurns(A_MINUTE);
        try (var first = turns.take(UID)) {
            first.leave(POD);
        }

        try (var second = turns.take(UID)) {
            assertThat(second.left()).isEmpty();
        }
    }

    @Test
    void another_pod_of_the_same_stripe_is_not_taken_for_it() {
        var turns = new PodTurns(A_MINUTE, lock -> true);
        try (var first = turns.take("Aa")) {
            first.leave(POD);
        }

        try (var second = turns.take("BB")) { // has the same hash
            assertThat(second.left()).isEmpty();
        }
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
            assertThat(late.waited()).isTrue();
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
