package io.anixops.lease;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;

/**
 * Work on threads of its own that stands still until the test says otherwise: only one thread moves at any moment, so
 * what happens is the same in every run.
 */
final class PuppetThreads implements Executor, LeaderWork {
    private final Semaphore quiet = new Semaphore(0);
    private final List<Run> runs = new ArrayList<>();

    /** One run of the work. */
    static final class Run {
        final Leadership leadership;
        private final Semaphore mayReturn = new Semaphore(0);
        private volatile boolean interrupted;
        private volatile boolean throwing;
        private boolean returned;

        private Run(Leadership leadership) {
            this.leadership = leadership;
        }

        boolean isInterrupted() {
            return interrupted;
        }

        boolean hasReturned() {
            return returned;
        }
    }

    @Override
    public void execute(Runnable task) {
        var thread = new Thread(() -> {
            try {
                task.run();
            } finally {
                quiet.release();
            }
        });
        thread.setDaemon(true);
        thread.start();
        quiet.acquireUninterruptibly();
    }

    @Override
    public void lead(Leadership leadership) throws Exception {
        var run = new Run(leadership);
        runs.add(run);
        quiet.release();
        run.mayReturn.acquireUninterruptibly();
        run.interrupted = Thread.interrupted();
        if (run.throwing) {
            throw new IllegalStateException("thrown by the work");
        }
    }

    List<Run> runs() {
        return List.copyOf(runs);
    }

    Run last() {
        return runs.get(runs.size() - 1);
    }

    /** Lets a run of the work return, and waits until what follows on its thread is done. */
    void letReturn(Run run) {
        run.returned = true;
        run.mayReturn.release();
        quiet.acquireUninterruptibly();
    }

    void letThrow(Run run) {
        run.throwing = true;
        letReturn(run);
    }
}
