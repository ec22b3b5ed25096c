package io.anixops.lease.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

/**
 * Lets contestants do one operation in short turns within one process, one contestant after the other, again and again: a
 * neighbour on the machine disturbs all of them alike. Each thread has leases of its own, which it keeps.
 */
final class Turns implements AutoCloseable {
    private static final int LEASES_OF_A_THREAD = 50;

    private final List<ExecutorService> workers;
    private final Meter meter;
    private final long turnNanos;

    Turns(int mostThreads, Duration turn, Meter meter) {
        this.workers = IntStream.range(0, mostThreads)
                .mapToObj(i -> Executors.newSingleThreadExecutor())
                .toList();
        this.turnNanos = turn.toNanos();
        this.meter = meter;
    }

    /** What has to be so before the operation. */
    void prepare(Operation operation, Contestant contestant, int threads) throws InterruptedException {
        onAll(threads, worker -> {
            leasesOf(worker).forEach(lease -> operation.prepare(contestant, lease));
            return 0L;
        });
    }

    /** The turns of each contestant, one for each cycle, after some cycles that do not count. */
    Map<Contestant, List<Turn>> run(
            Operation operation, List<Contestant> contestants, int threads, int warmUp, int cycles)
            throws InterruptedException {
        Map<Contestant, List<Turn>> turns = new LinkedHashMap<>();
        for (var cycle = -warmUp; cycle < cycles; cycle++) {
            for (var contestant : contestants) {
                var turn = turn(operation, contestant, threads);
                if (cycle >= 0) {
                    turns.computeIfAbsent(contestant, one -> new ArrayList<>()).add(turn);
                }
            }
        }
        return turns;
    }

    Turn turn(Operation operation, Contestant contestant, int threads) throws InterruptedException {
        var before = meter.read();
        var began = System.nanoTime();
        var done = onAll(threads, worker -> {
            var leases = leasesOf(worker).toArray();
            var count = 0L;
            for (var i = 0; System.nanoTime() - began < turnNanos; i++) {
                count += operation.run(contestant, leases[i % leases.length]);
            }
            return count;
        });
        return new Turn(done, (System.nanoTime() - began) / 1e9, meter.read().since(before));
    }

    private static IntStream leasesOf(int worker) {
        return IntStream.range(worker * LEASES_OF_A_THREAD, (worker + 1) * LEASES_OF_A_THREAD);
    }

    static int workerOf(int lease) {
        return lease / LEASES_OF_A_THREAD;
    }

    private interface Job {
        long of(int worker);
    }

    private long onAll(int threads, Job job) throws InterruptedException {
        List<Future<Long>> running = new ArrayList<>();
        for (var i = 0; i < threads; i++) {
            var worker = i;
            Callable<Long> call = () -> job.of(worker);
            running.add(workers.get(worker).submit(call));
        }
        var sum = 0L;
        for (var one : running) {
            try {
                sum += one.get();
            } catch (ExecutionException failed) {
                throw new IllegalStateException("a measured operation failed", failed.getCause());
            }
        }
        return sum;
    }

    @Override
    public void close() {
        workers.forEach(ExecutorService::shutdownNow);
    }
}
