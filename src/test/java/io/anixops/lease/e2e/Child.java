package io.anixops.lease.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A program that the tests run beside them, and that never outlives this JVM.
 *
 * <p>A shell stands between the two and reads a pipe from this JVM. The pipe ends with the JVM, also by kill -9, and
 * then the shell kills the program. (A death signal set on the program would be tied to the thread that started it.)
 */
final class Child implements AutoCloseable {
    private static final String KEEPER = """
            exec 3<&0
            pidfile=$1; shift
            "$@" 3<&- </dev/null &
            child=$!
            echo $child >"$pidfile.new" && mv "$pidfile.new" "$pidfile"
            trap '' HUP INT TERM
            ( read -r _ <&3; kill -9 $child ) >/dev/null 2>&1 &
            guard=$!
            wait $child
            code=$?
            kill -9 $guard 2>/dev/null
            exit $code
            """;

    private final String name;
    private final Path log;
    private final Process keeper;
    private final ProcessHandle program;

    private Child(String name, Path log, Process keeper, ProcessHandle program) {
        this.name = name;
        this.log = log;
        this.keeper = keeper;
        this.program = program;
    }

    /** Starts the command; all that it prints is appended to the log. */
    static Child start(String name, Path log, Map<String, String> environment, List<String> command) {
        try {
            Path pidFile = Files.createTempFile("child-" + name + "-", ".pid");
            Files.delete(pidFile);
            List<String> wrapped = new ArrayList<>(List.of("sh", "-c", KEEPER, "keeper", pidFile.toString()));
            wrapped.addAll(command);
            var builder = new ProcessBuilder(wrapped)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
            builder.environment().putAll(environment);
            Process keeper = builder.start();
            Eventually.until("process " + name + " exists", Duration.ofSeconds(30), () -> Files.exists(pidFile));
            long pid = Long.parseLong(Files.readString(pidFile).strip());
            Files.delete(pidFile);
            // A program that ended already has no handle; the keeper stands in, and is as dead.
            return new Child(name, log, keeper, ProcessHandle.of(pid).orElseGet(keeper::toHandle));
        } catch (IOException failed) {
            throw new UncheckedIOException("could not start " + command, failed);
        }
    }

    long pid() {
        return program.pid();
    }

    Path log() {
        return log;
    }

    boolean isAlive() {
        return keeper.isAlive() && program.isAlive();
    }

    /** Sends a signal, by its name without SIG. */
    void signal(String signal) {
        try {
            int code = new ProcessBuilder("kill", "-" + signal, Long.toString(pid()))
                    .inheritIO()
                    .start()
                    .waitFor();
            if (code != 0 && program.isAlive()) {
                throw new IllegalStateException("kill -%s %d (%s) ended with %d".formatted(signal, pid(), name, code));
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while signalling " + name, stopped);
        }
    }

    /** Stops the program where it stands, as a long pause of its machine would. */
    void pause() {
        signal("STOP");
    }

    void resume() {
        signal("CONT");
    }

    void kill9() {
        program.destroyForcibly();
        awaitEnd(Duration.ofSeconds(30));
    }

    /** Asks the program to end and waits; one that does not within the time is killed, and that is an error. */
    int terminate(Duration within) {
        program.destroy();
        return awaitEnd(within);
    }

    /** Waits for the program to end by itself and tells its exit code. */
    int awaitEnd(Duration within) {
        try {
            if (!keeper.waitFor(within.toMillis(), TimeUnit.MILLISECONDS)) {
                program.destroyForcibly();
                throw new IllegalStateException(
                        "%s did not end within %s; its last words:%n%s".formatted(name, within, lastWords()));
            }
            return keeper.exitValue();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for " + name, stopped);
        }
    }

    /** The end of the log, for messages. */
    String lastWords() {
        try {
            List<String> lines = Files.readAllLines(log);
            return String.join("\n", lines.subList(Math.max(0, lines.size() - 20), lines.size()));
        } catch (IOException unreadable) {
            return "(no log: " + unreadable + ")";
        }
    }

    @Override
    public void close() {
        if (keeper.isAlive()) {
            kill9();
        }
    }
}
