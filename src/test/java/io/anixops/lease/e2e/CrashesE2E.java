package io.anixops.lease.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The operator killed at each write of each transition, one after the other. By turns the write is lost with it, or carried out
 * and nobody hears the answer. The next operator comes to the end that an undisturbed one comes to.
 */
class CrashesE2E {
    private static Stage stage;

    @BeforeAll
    static void open() {
        stage = Stage.open();
    }

    @AfterAll
    static void close() {
        stage.close();
    }

    /** Two pods, {@code a} the first choice; what happens to their lease, how that ends, and in how many writes at least. */
    enum Transition {
        FIRST_LABEL(scene -> {}, scene -> scene.lease(30), scene -> leads(scene, "a"), 3),
        HAND_OVER(Transition::led, scene -> scene.setReady("a", false), scene -> leads(scene, "b"), 4),
        SUSPEND(Transition::led, scene -> scene.changeSpec("{\"suspend\": true}"), Transition::isSuspended, 2),
        DELETE(Transition::led, scene -> scene.kubectl("delete", "databaselease", "main"), Transition::isClean, 1);

        private final Consumer<Scene> prepare;
        private final Consumer<Scene> begin;
        private final Predicate<Scene> hasEnded;
        private final int writes;

        Transition(Consumer<Scene> prepare, Consumer<Scene> begin, Predicate<Scene> hasEnded, int writes) {
            this.prepare = prepare;
            this.begin = begin;
            this.hasEnded = hasEnded;
            this.writes = writes;
        }

        private static void led(Scene scene) {
            scene.lease(30);
            assertThat(scene.awaitLeader().name()).isEqualTo("a");
        }

        private static boolean leads(Scene scene, String pod) {
            return scene.labelled().equals(List.of(pod))
                    && pod.equals(scene.status().leader())
                    && isReady(scene, "LeaderHere");
        }

        private static boolean isSuspended(Scene scene) {
            return scene.labelled().isEmpty()
                    && isReady(scene, "Suspended")
                    && !scene.row().isHeld();
        }

        private static boolean isClean(Scene scene) {
            return scene.labelled().isEmpty() && scene.marked().isEmpty();
        }

        private static boolean isReady(Scene scene, String reason) {
            return scene.condition("Ready")
                    .filter(ready -> ready.getReason().equals(reason))
                    .isPresent();
        }
    }

    @ParameterizedTest
    @EnumSource
    void whichever_write_an_operator_was_killed_at_the_next_one_comes_to_the_same_end(Transition transition)
            throws Exception {
        var number = 1;
        while (killAt(number, transition, number % 2 == 1 ? Held::drop : CrashesE2E::carryOut)) {
            number++;
        }
        assertThat(number - 1).as("writes").isGreaterThanOrEqualTo(transition.writes);
    }

    private static void carryOut(Held write) throws InterruptedException {
        write.release();
        write.awaitAnswer();
    }

    /** What becomes of the write at which the operator was killed. */
    private interface Fate {
        void of(Held write) throws InterruptedException;
    }

    /** False when there are not so many writes: then nobody was killed, and the transition has ended undisturbed. */
    private static boolean killAt(int number, Transition transition, Fate fate) throws InterruptedException {
        var scene = stage.scene("crash");
        try (var proxy = stage.proxy()) {
            scene.readyPod("a");
            scene.awaitTheNextSecond();
            scene.readyPod("b");
            var killed = stage.operator(proxy);
            transition.prepare.accept(scene);
            var write = proxy.holdNext(write(scene, number));
            transition.begin.accept(scene);
            Eventually.until(
                    "write %d of %s, or its end".formatted(number, transition),
                    () -> write.hasArrived() || transition.hasEnded.test(scene));
            if (!write.hasArrived()) {
                return false;
            }
            killed.kill9();
            fate.of(write);
            stage.operator();
            Eventually.until(
                    "%s has ended after a crash at write %d".formatted(transition, number),
                    () -> transition.hasEnded.test(scene));
            return true;
        } finally {
            try {
                scene.end();
            } finally {
                stage.endOperators();
            }
        }
    }

    /** The n-th write to a pod or a status of the scene. */
    private static Predicate<ApiProxy.Request> write(Scene scene, int number) {
        var seen = new AtomicInteger();
        return request -> request.method().equals("PATCH")
                && request.path().contains("/namespaces/" + scene.namespace() + "/")
                && (request.path().contains("/pods/") || request.path().endsWith("/status"))
                && seen.incrementAndGet() == number;
    }
}
