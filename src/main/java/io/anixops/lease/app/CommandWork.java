package io.anixops.lease.app;

import io.anixops.lease.HolderId;
import io.anixops.lease.LeaderWork;
import io.anixops.lease.Leadership;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A command as the work of a leader: started once, and ended with what it started when the lease is lost. */
final class CommandWork implements LeaderWork {
    private final ExecOptions options;
    private final HolderId holder;
    private final Consumer<String> tell;
    private final AtomicBoolean decided = new AtomicBoolean();
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CompletableFuture<Integer> end = new CompletableFuture<>();
    private volatile boolean terminating;
    private volatile @Nullable Process process;

    CommandWork(ExecOptions options, HolderId holder, Consumer<String> tell) {
        this.options = options;
        this.holder = holder;
        this.tell = tell;
    }

    @Override
    public void lead(Leadership leadership) {
        if (decided.getAndSet(true)) {
            return; // it has run, or is not to run any more
        }
        begun.countDown();
        try {
            end.complete(run(leadership));
        } finally {
            end.complete(Main.BROKEN); // where an error ended it
        }
    }

    /** Whether it has begun by then; if not, it never will. */
    boolean beginsWithin(Duration patience) {
        try {
            return begun.await(patience.toMillis(), TimeUnit.MILLISECONDS) || decided.getAndSet(true);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return decided.getAndSet(true);
        }
    }

    /** Its exit code, or what became of it instead. */
    int awaitEnd() throws InterruptedException {
        try {
            return end.get();
        } catch (ExecutionException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    int awaitEndUninterruptibly() {
        return end.join();
    }

    /** Asks the command to end. False when it does not run; then it will not. */
    boolean forwardTermination() {
        terminating = true;
        if (!decided.getAndSet(true)) {
            return false;
        }
        var running = process;
        if (running != null) {
            running.destroy();
        }
        return begun.getCount() == 0;
    }

    private int run(Leadership leadership) {
        try {
            var started = start(leadership);
            process = started;
            if (terminating) {
                started.destroy();
            }
            return started.waitFor();
        } catch (IOException failed) {
            tell.accept("cannot run '%s': %s".formatted(options.command().get(0), Sentences.reasonOf(failed)));
            return Sentences.reasonOf(failed).contains("error=13") ? ExecCommand.NOT_EXECUTABLE : ExecCommand.NOT_FOUND;
        } catch (InterruptedException lost) {
            tell.accept("lease %s is lost; the command is made to stop".formatted(options.lease()));
            stop();
            return ExecCommand.LOST;
        }
    }

    private Process start(Leadership leadership) throws IOException {
        var builder = new ProcessBuilder(options.command()).inheritIO();
        builder.environment().put("LEASE_NAME", leadership.name().value());
        builder.environment().put("LEASE_TOKEN", Long.toString(leadership.token()));
        builder.environment().put("LEASE_HOLDER", holder.value());
        return builder.start();
    }

    private void stop() {
        var running = process;
        if (running == null) {
            return;
        }
        var all = Stream.concat(Stream.of(running.toHandle()), running.descendants())
                .toList(); // those of a child that has ended are no descendants any more
        all.forEach(ProcessHandle::destroy);
        var ended =
                CompletableFuture.allOf(all.stream().map(ProcessHandle::onExit).toArray(CompletableFuture<?>[]::new));
        if (!endsWithin(options.grace(), ended)) {
            Stream.concat(all.stream(), running.descendants()).forEach(ProcessHandle::destroyForcibly);
            ended.join();
        }
    }

    private static boolean endsWithin(Duration grace, CompletableFuture<Void> ended) {
        try {
            ended.get(grace.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException notInTime) {
            return false;
        } catch (ExecutionException impossible) {
            throw new IllegalStateException(impossible);
        } catch (InterruptedException again) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
