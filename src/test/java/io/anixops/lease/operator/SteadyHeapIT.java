package io.anixops.lease.operator;

import static io.anixops.lease.operator.OperatorRig.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.anixops.lease.operator.api.DatabaseLease;
import io.micrometer.core.instrument.Timer;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Heap and threads over many passes, with leaders that move and leases that come and go: {@code e2e/soak --passes}
 * makes as many as asked for, the build 4,000.
 */
class SteadyHeapIT {
    private static final Logger LOG = LoggerFactory.getLogger(SteadyHeapIT.class);
    private static final int PASSES = Integer.getInteger("soak.passes", 4_000);
    private static final int LEASES = 40;
    private static final int MOVE_EVERY = 5;
    private static final int GO_EVERY = 15;
    private static final long NOISE =
            3_000_000; // of the API server in memory, which keeps versions, and of the compiler

    private final OperatorRig rig = new OperatorRig();
    private final List<String> names =
            IntStream.range(0, LEASES).mapToObj(i -> "lease-" + i).toList();
    private int round;

    private record Footprint(long heap, long threads) {}

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void neither_the_heap_nor_the_threads_grow_with_the_passes_that_were_made() {
        rig.start();
        List.of("a", "b", "spare").forEach(pod -> rig.api.pod(pod, true, Instant.now()));
        names.forEach(rig.api::apply);
        eventually(() -> assertThat(led()).isEqualTo(LEASES));

        runUntil(PASSES / 4);
        var early = footprint();
        runUntil(PASSES);
        var late = footprint();

        LOG.info("after {} passes {}, after {} passes {}", PASSES / 4, early, passes(), late);
        assertThat(late.heap()).isLessThan(early.heap() + NOISE);
        assertThat(late.threads()).isLessThanOrEqualTo(early.threads() + 2);
    }

    private void runUntil(long passes) {
        while (passes() < passes) {
            oneRound();
        }
        eventually(() -> assertThat(led()).isEqualTo(LEASES));
    }

    /** A pod that none of them leads comes or goes, which is a pass for each; now and then the leader, or some leases. */
    private void oneRound() {
        var before = passes();
        round++;
        if (round % GO_EVERY == 0) {
            names.subList(0, 4).forEach(this::delete);
            names.subList(0, 4).forEach(rig.api::apply);
        }
        var pod = round % MOVE_EVERY == 0 ? (round / MOVE_EVERY % 2 == 0 ? "a" : "b") : "spare";
        rig.api.setReady(pod, false);
        await(before + LEASES / 2);
        rig.api.setReady(pod, true);
        await(before + LEASES);
        rig.api.requests();
        rig.api.traffic().forget();
    }

    private void await(long passes) {
        Awaitility.await()
                .pollInterval(Duration.ofMillis(5))
                .atMost(Duration.ofSeconds(60))
                .until(() -> passes() >= passes);
    }

    private long passes() {
        return rig.registry.find(Metric.RECONCILIATIONS.meterName()).timers().stream()
                .mapToLong(Timer::count)
                .sum();
    }

    private long led() {
        return names.stream().filter(name -> rig.api.labelled(name).size() == 1).count();
    }

    private void delete(String name) {
        rig.api
                .client()
                .resources(DatabaseLease.class)
                .inNamespace(MockApi.NAMESPACE)
                .withName(name)
                .delete();
    }

    private Footprint footprint() {
        rig.api.requests();
        rig.api.traffic().forget();
        var heap = Long.MAX_VALUE;
        for (var i = 0; i < 3; i++) { // what weak references held is gone after the first
            System.gc();
            heap = Math.min(
                    heap,
                    ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
        }
        return new Footprint(heap, threads());
    }

    /** But for those that the client of the API server has for requests under way, and lets go after a minute. */
    private static long threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> !thread.getName().contains("-pool-"))
                .count();
    }
}
