package io.anixops.lease.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.anixops.lease.postgres.TestPostgres;
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
    private static TcpProxy network;
    private static Stage stage;

    @BeforeAll
    static void open() {
        var role = OrdinaryRole.in(TestPostgres.shared().newDatabase());
        network = TcpProxy.to(role.superuser().port());
        stage = Stage.on(role.database(network.port()));
    }

    @AfterAll
    static void close() {
        stage.close();
        network.close();
    }

    /** Two pods, {@code a} the first choice; what happens to their lease, how that ends, and in how many writes at least. */
    enum Transition {
        FIRST_LABEL((scene, proxy) -> stage.operator(proxy), scene -> scene.lease(30), scene -> leads(scene, "a"), 3),
        HAND_OVER(Transition::led, scene -> scene.setReady("a", false), scene -> leads(scene, "b"), 4),
        SUSPEND(Transition::led, scene -> scene.changeSpec("{\"suspend\": true}"), Transition::isSuspended, 2),
        DELETE(Transition::led, scene -> scene.kubectl("delete", "databaselease", "main"), Transition::isClean, 1),
        /** Of a replica that ends, by another one, which finds a leader that is not ready: its first write makes it active. */
        TAKE_OVER(Transition::ledByAnother, Transition::endOther, scene -> leads(scene, "b"), 5),
        END_OF_TRUST(Transition::ledShortly, scene -> network.swallow(), Transition::isInSilence, 2);

        private final Preparation prepare;
        private final Consumer<Scene> begin;
        private final Predicate<Scene> hasEnded;
        private final int writes;

        Transition(Preparation prepare, Consumer<Scene> begin, Predicate<Scene> hasEnded, int writes) {
            this.prepare = prepare;
            this.begin = begin;
            this.hasEnded = hasEnded;
            this.writes = writes;
        }

        private static OperatorProcess led(Scene scene, ApiProxy proxy) {
            return led(scene, stage.operator(proxy), 30);
        }

        private static OperatorProcess ledShortly(Scene scene, ApiProxy proxy) {
            return led(scene, stage.operator(proxy), 6);
        }

        private static OperatorProcess ledByAnother(Scene scene, ApiProxy proxy) {
            led(scene, stage.operator(), 30);
            return stage.operator(proxy);
        }

        private static OperatorProcess led(Scene scene, OperatorProcess by, int ttlSeconds) {
            scene.lease(ttlSeconds);
            assertThat(scene.awaitLeader().name()).isEqualTo("a");
            return by;
        }

        private static void endOther(Scene scene) {
            stage.firstOperator().terminate();
            scene.setReady("a", false);
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

        /** As far as it is known while the database is silent. */
        private static boolean isInSilence(Scene scene) {
            return scene.labelled().isEmpty()
                    && scene.status().leader() == null
                    && isReady(scene, "DatabaseUnreachable");
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

    /** All until the transition begins, by an operator behind the proxy or another one. */
    private interface Preparation {
        /** The operator that is to be killed. */
        OperatorProcess of(Scene scene, ApiProxy proxy);
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
            var killed = transition.prepare.of(scene, proxy);
            var write = proxy.holdNext(write(scene, transition, number));
            transition.begin.accept(scene);
            Eventually.until(
                    "write %d of %s, or its end".formatted(number, transition),
                    () -> write.hasArrived() || transition.hasEnded.test(scene));
            if (!write.hasArrived()) {
                return false;
            }
            killed.kill9();
            fate.of(write);
            stage.endReplicaLease();
            stage.operator();
            Eventually.until(
                    "%s has ended after a crash at write %d".formatted(transition, number),
                    () -> transition.hasEnded.test(scene));
            return true;
        } finally {
            network.pass();
            try {
                scene.end();
            } finally {
                stage.endOperators();
                stage.endReplicaLease();
            }
        }
    }

    /** The n-th write to a pod or a status of the scene; or to the replicas' own Lease, where one takes over. */
    private static Predicate<ApiProxy.Request> write(Scene scene, Transition transition, int number) {
        var seen = new AtomicInteger();
        return request ->
                (isWrite(request, scene) || (transition == Transition.TAKE_OVER && isWriteOfReplicas(request)))
                        && seen.incrementAndGet() == number;
    }

    private static boolean isWrite(ApiProxy.Request request, Scene scene) {
        return request.method().equals("PATCH")
                && request.path().contains("/namespaces/" + scene.namespace() + "/")
                && (request.path().contains("/pods/") || request.path().endsWith("/status"));
    }

    private static boolean isWriteOfReplicas(ApiProxy.Request request) {
        return !request.method().equals("GET")
                && request.path().contains("/namespaces/" + OperatorAccount.NAMESPACE + "/leases");
    }
}
