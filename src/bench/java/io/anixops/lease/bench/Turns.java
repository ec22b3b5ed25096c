package io.anixops.lease.bench;

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
    private final long turnNanos;

    Turns(int mostThreads, long turnMillis) {
        this.workers = IntStream.range(0, mostThreads)
                .mapToObj(i -> Executors.newSingleThreadExecutor())
                .toList();
        this.turnNanos = turnMillis * 1_000_000;
    }

    /** Operations a second of each contestant in each cycle, after some cycles that do not count. */
    Map<String, List<Double>> run(
            Operation operation, List<Contestant> contestants, int threads, int warmUp, int cycles)
            throws InterruptedException {
        for (var contestant : contestants) {
            onAll(threads, worker -> {
                leasesOf(worker).forEach(lease -> operation.prepare(contestant, lease));
                return 0L;
            });
        }
        Map<String, List<Double>> rates = new LinkedHashMap<>();
        for (var cycle = -warmUp; cycle < cycles; cycle++) {
            for (var contestant : contestants) {
                var rate = turn(operation, contestant, threads);
                if (cycle >= 0) {
                    rates.computeIfAbsent(contestant.name(), name -> new ArrayList<>())
                            .add(rate);
                }
            }
        }
        return rates;
    }

    private double turn(Operation operation, Contestant contestant, int threads) throws InterruptedException {
        var began = System.nanoTime();
        var done = onAll(threads, worker -> {
            var leases = leasesOf(worker).toArray();
            var count = 0L;
            while (System.nanoTime() - began < turnNanos) {
                operation.run(contestant, leases[(int) (count % leases.length)]);
                count++;
            }
            return count;
        });
        return done * 1e9 / (System.nanoTime() - began);
    }

    private static IntStream leasesOf(int worker) {
        return IntStream.range(worker * LEASES_OF_A_THREAD, (worker + 1) * LEASES_OF_A_THREAD);
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
