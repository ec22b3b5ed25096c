package io.anixops.lease.demo;

import io.anixops.lease.LeaseName;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** A process of its own that runs {@link InvoiceRun}, and that can be paused as a machine pauses it. */
final class Worker implements AutoCloseable {
    static final LeaseName LEASE = LeaseName.of("invoices");

    private final Process process;
    private final BufferedReader says;
    private final Writer hears;

    private Worker(Process process) {
        this.process = process;
        says = process.inputReader(StandardCharsets.UTF_8);
        hears = process.outputWriter(StandardCharsets.UTF_8);
        Runtime.getRuntime().addShutdownHook(new Thread(this::close)); // a paused one would outlive this process
    }

    static Worker start(String database) {
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var command = List.of(java, "-cp", System.getProperty("java.class.path"), InvoiceRun.class.getName(), database);
        try {
            return new Worker(new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start());
        } catch (IOException failed) {
            throw new UncheckedIOException("the worker did not start", failed);
        }
    }

    /** Waits until it leads, and tells with which token. */
    long awaitToken() {
        return Long.parseLong(nextLine());
    }

    void pause() {
        signal("STOP");
    }

    void resume() {
        signal("CONT");
    }

    /** Lets it go on with its step, which is to write, and tells what the database said. */
    String goOn() {
        try {
            hears.write("go on\n");
            hears.flush();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        return nextLine();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    /** A worker that says nothing is the end of the story, and of the worker. */
    private String nextLine() {
        try {
            World.within("the worker says something", this::isSpeaking);
            return says.readLine();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private boolean isSpeaking() {
        try {
            return says.ready();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private void signal(String signal) {
        try {
            int code = new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid()))
                    .inheritIO()
                    .start()
                    .waitFor();
            World.require("the worker got SIG" + signal, code == 0);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while a worker was signalled", stopped);
        }
    }
}
