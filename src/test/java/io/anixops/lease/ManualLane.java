package io.anixops.lease;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;

/** Keeps tasks until the test runs them. */
final class ManualLane implements Executor {
    private final Queue<Runnable> tasks = new ArrayDeque<>();

    @Override
    public void execute(Runnable task) {
        tasks.add(task);
    }

    boolean isEmpty() {
        return tasks.isEmpty();
    }

    /** Whether there was one to run. */
    boolean runNext() {
        var task = tasks.poll();
        if (task != null) {
            task.run();
        }
        return task != null;
    }
}
