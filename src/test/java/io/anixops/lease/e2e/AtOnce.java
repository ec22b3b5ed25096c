package io.anixops.lease.e2e;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/** Work that is done so many times, on eight threads. */
final class AtOnce {
    private static final int THREADS = 8;

    private AtOnce() {}

    /** Returns when all of it is done, and fails with the first that failed. */
    static void times(int count, IntConsumer work) {
        var threads = Executors.newFixedThreadPool(THREADS);
        try {
            var all = IntStream.range(0, count)
                    .mapToObj(i -> threads.submit(() -> work.accept(i)))
                    .toList();
            for (var one : all) {
                one.get();
            }
        } catch (ExecutionException failed) {
            throw new IllegalStateException("not all could be done", failed);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", stopped);
        } finally {
            threads.shutdownNow();
        }
    }
}
