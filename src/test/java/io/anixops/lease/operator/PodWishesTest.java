package io.anixops.lease.operator;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class PodWishesTest {
    private static final String POD = "uid-of-a-pod";

    private final PodWishes<String, Integer> wishes = new PodWishes<>(new PodTurns(60_000));
    private final List<List<String>> carriedOut = new CopyOnWriteArrayList<>();

    @Test
    void what_waits_for_a_pod_is_carried_out_in_one_go_and_each_hears_of_its_own() {
        var one = wishes.add(POD, "a");
        var two = wishes.add(POD, "bb");
        var other = wishes.add("another", "ccc");

        assertThat(wishes.carryOut(two, this::lengths)).isEqualTo(2);
        assertThat(wishes.carryOut(one, this::lengths)).isEqualTo(1);
        assertThat(wishes.carryOut(other, this::lengths)).isEqualTo(3);

        assertThat(carriedOut).containsExactly(List.of("a", "bb"), List.of("ccc"));
    }

    @Test
    void what_comes_while_somebody_is_at_the_pod_goes_together_after_it() throws Exception {
        var begun = new CountDownLatch(1);
        var goOn = new CountDownLatch(1);
        var first = inBackground("first", all -> {
            begun.countDown();
            awaitQuietly(goOn);
            return lengths(all);
        });
        begun.await();
        var second = inBackground("second", this::lengths);
        var third = inBackground("third", this::lengths);
        await().until(() -> wishes.waitingFor(POD) == 2);
        goOn.countDown();

        assertThat(first.join()).isEqualTo(5);
        assertThat(second.join() + third.join()).isEqualTo(11);
        assertThat(carriedOut).hasSize(2);
        assertThat(carriedOut.get(1)).containsExactlyInAnyOrder("second", "third");
    }

    @Test
    void a_failure_reaches_each_of_those_it_was_about_and_nobody_after_them() {
        var one = wishes.add(POD, "a");
        var two = wishes.add(POD, "b");

        assertThatThrownBy(() -> wishes.carryOut(one, PodWishesTest::fail)).hasMessage("planted");
        assertThatThrownBy(() -> wishes.carryOut(two, this::lengths)).hasMessage("planted");

        assertThat(wishes.carryOut(wishes.add(POD, "a"), this::lengths)).isEqualTo(1);
    }

    private CompletableFuture<Integer> inBackground(String what, Function<List<String>, Map<String, Integer>> work) {
        return CompletableFuture.supplyAsync(() -> wishes.carryOut(wishes.add(POD, what), work));
    }

    private Map<String, Integer> lengths(List<String> all) {
        carriedOut.add(all);
        return all.stream().collect(toMap(Function.identity(), String::length));
    }

    private static Map<String, Integer> fail(List<String> all) {
        throw new IllegalStateException("planted");
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}
