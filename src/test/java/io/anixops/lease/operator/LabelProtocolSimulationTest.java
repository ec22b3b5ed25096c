package io.anixops.lease.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/**
 * The protocol's own code under every order of requests that a seed can think of: three operators that act for the same
 * or an older term, late and lost requests, other writers, pods made again. In every other run they are threads of one
 * operator that never come to their turn at a pod, and find there what they, and another lease, left of it, however old.
 */
class LabelProtocolSimulationTest {
    private static final int RUNS = 400;
    private static final int STEPS = 120;
    private static final List<String> PODS = List.of("a", "b", "c");

    @Test
    void never_do_two_pods_bear_the_label_whatever_the_order_of_requests() {
        for (var seed = 0; seed < RUNS; seed++) {
            assertThat(new Run(seed).violations()).as("seed %d", seed).isEmpty();
        }
    }

    @Test
    void a_pod_is_labelled_in_most_runs_or_nothing_was_shown() {
        var labelled = 0;
        for (var seed = 0; seed < 50; seed++) {
            var run = new Run(seed);
            run.violations();
            labelled += run.labels > 0 ? 1 : 0;
        }
        assertThat(labelled).isGreaterThan(40);
    }

    /** One interleaving: a baton passes between the operators' threads, so that one request is made at a time. */
    private static final class Run {
        private final Random random;
        private final SimulatedPods pods;
        private final AtomicLong nonces = new AtomicLong();
        private final PodTurns shared = new PodTurns(0, lock -> true);
        private final boolean isOneOperator;
        private final Map<Long, LabelTarget> terms = new TreeMap<>();
        private final List<Worker> workers = new ArrayList<>();
        private final List<Pod> old = new ArrayList<>();
        private int labels;

        Run(long seed) {
            random = new Random(seed);
            isOneOperator = seed % 2 == 0;
            for (var stripe = 0; stripe < 256; stripe++) {
                shared.take(Character.toString(stripe)); // this thread has every turn, and keeps it
            }
            pods = new SimulatedPods(random, this::pass);
            PODS.forEach(pods::make);
        }

        List<String> violations() {
            for (var i = 0; i < 3; i++) {
                workers.add(new Worker(i));
            }
            for (var step = 0; step < STEPS; step++) {
                disturb();
                workers.get(random.nextInt(workers.size())).go();
            }
            workers.forEach(Worker::finish);
            return pods.violations();
        }

        private void disturb() {
            switch (random.nextInt(10)) {
                case 0 -> pods.carryOutOneLate();
                case 1 -> pods.touch(PODS.get(random.nextInt(PODS.size())));
                case 2 -> {
                    if (random.nextInt(4) == 0) {
                        pods.make(PODS.get(random.nextInt(PODS.size())));
                    }
                }
                case 3 -> old.add(pods.copyOf(PODS.get(random.nextInt(PODS.size()))));
                case 4 -> leaveAnOldPod();
                default -> {}
            }
        }

        /** Another lease's write to it was answered long ago, and its thread goes on now. */
        private void leaveAnOldPod() {
            if (!old.isEmpty()) {
                var pod = old.get(random.nextInt(old.size()));
                try (var turn = shared.take(pod.getMetadata().getUid())) {
                    turn.leave(pod);
                }
            }
        }

        /** A new term of any pod, or an older one again: after a restart, by another replica. */
        private LabelTarget someTerm() {
            if (terms.isEmpty() || random.nextInt(3) == 0) {
                var token = terms.size() + 1L;
                var pod = PODS.get(random.nextInt(PODS.size()));
                terms.put(
                        token,
                        new LabelTarget(SimulatedPods.NAMESPACE, SimulatedPods.KEYS, pod, pods.uidOf(pod), token));
            }
            return terms.get(1L + random.nextInt(terms.size()));
        }

        private void act() {
            Supplier<String> nonce = () -> "n" + nonces.incrementAndGet();
            var target = someTerm();
            try {
                switch (random.nextInt(4)) {
                    case 0 -> new LabelRemoval(pods, nonce).retract(target);
                    case 1 -> new LabelRemoval(pods, nonce).retractAll(SimulatedPods.NAMESPACE, SimulatedPods.KEYS);
                    default -> {
                        var turns = isOneOperator ? shared : new PodTurns(0);
                        var result = new LabelProtocol(pods, nonce, turns).label(target, () -> true);
                        labels += result instanceof LabelResult.Labelled ? 1 : 0;
                    }
                }
            } catch (KubernetesClientException e) {
                assertThat(e).hasMessageContaining("answer"); // unknown outcomes are part of the simulation
            }
        }

        private void pass() {
            ((Worker) Thread.currentThread()).rest();
        }

        /** An operator's thread; it moves one request further each time it is told to go. */
        private final class Worker extends Thread {
            private final Semaphore mayGo = new Semaphore(0);
            private final Semaphore rests = new Semaphore(0);
            private volatile boolean ending;
            private volatile boolean ended;

            Worker(int number) {
                super("operator-" + number);
                setDaemon(true);
                start();
                rests.acquireUninterruptibly();
            }

            @Override
            public void run() {
                rest();
                while (!ending) {
                    act();
                    rest();
                }
                ended = true;
                rests.release();
            }

            void rest() {
                rests.release();
                mayGo.acquireUninterruptibly();
            }

            void go() {
                mayGo.release();
                rests.acquireUninterruptibly();
            }

            void finish() {
                ending = true;
                while (!ended) {
                    go();
                }
            }
        }
    }
}
