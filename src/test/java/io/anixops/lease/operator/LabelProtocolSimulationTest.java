package io.anixops.lease.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.anixops.lease.operator.LabelProtocol.Placement;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/**
 * The protocol's own code under every order of requests that a seed can think of: three operators that act for the same
 * or an older term of two leases, for one of them or for both at once, late and lost requests, other writers, pods made
 * again.
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
        var together = 0;
        for (var seed = 0; seed < 50; seed++) {
            var run = new Run(seed);
            run.violations();
            labelled += run.labels > 0 ? 1 : 0;
            together += run.together;
        }
        assertThat(labelled).isGreaterThan(40);
        assertThat(together).isGreaterThan(50);
    }

    /** One interleaving: a baton passes between the operators' threads, so that one request is made at a time. */
    private static final class Run {
        private final Random random;
        private final SimulatedPods pods;
        private final AtomicLong nonces = new AtomicLong();
        private final Map<Keys, List<LabelTarget>> terms = new HashMap<>();
        private final List<Worker> workers = new ArrayList<>();
        private int labels;
        private int together;

        Run(long seed) {
            random = new Random(seed);
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
                default -> {}
            }
        }

        /** A new term of any pod, or an older one again: after a restart, by another replica. */
        private LabelTarget someTerm(Keys lease) {
            var begun = terms.computeIfAbsent(lease, key -> new ArrayList<>());
            if (begun.isEmpty() || random.nextInt(3) == 0) {
                var pod = PODS.get(random.nextInt(PODS.size()));
                begun.add(new LabelTarget(SimulatedPods.NAMESPACE, lease, pod, pods.uidOf(pod), begun.size() + 1L));
            }
            return begun.get(random.nextInt(begun.size()));
        }

        private Keys someLease() {
            return SimulatedPods.LEASES.get(random.nextInt(SimulatedPods.LEASES.size()));
        }

        /** Of each lease, a term of the same pod as this one, where there is one. */
        private List<Placement> together(LabelTarget target) {
            return SimulatedPods.LEASES.stream()
                    .map(lease -> lease.equals(target.keys()) ? target : someTerm(lease))
                    .filter(term -> term.uid().equals(target.uid()))
                    .map(term -> new Placement(term, () -> true))
                    .toList();
        }

        private void act() {
            Supplier<String> nonce = () -> "n" + nonces.incrementAndGet();
            var target = someTerm(someLease());
            try {
                switch (random.nextInt(4)) {
                    case 0 -> new LabelRemoval(pods, nonce).retract(target);
                    case 1 -> new LabelRemoval(pods, nonce).retractAll(SimulatedPods.NAMESPACE, target.keys());
                    default -> {
                        var results = new LabelProtocol(pods, nonce).label(together(target));
                        together += results.size() > 1 ? 1 : 0;
                        labels += results.containsValue(new LabelResult.Labelled()) ? 1 : 0;
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
