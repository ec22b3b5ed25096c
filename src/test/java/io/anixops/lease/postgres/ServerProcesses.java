package io.anixops.lease.postgres;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The processes of a server: its postmaster, and those that this made. */
record ServerProcesses(ProcessHandle postmaster) {

    /** Of the server that runs on this data. */
    static ServerProcesses of(Path data) {
        try (var lines = Files.lines(data.resolve("postmaster.pid"))) {
            long pid = Long.parseLong(lines.findFirst().orElseThrow());
            return new ServerProcesses(ProcessHandle.of(pid).orElseThrow());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Sends all of them a signal, by its name without SIG; the postmaster first, so that there are no new ones. */
    void signal(String signal) {
        var known = postmaster.descendants().toList();
        run(List.of("kill", "-" + signal, Long.toString(postmaster.pid())));
        Stream.concat(known.stream(), postmaster.descendants())
                .filter(ProcessHandle::isAlive)
                .forEach(one -> signal(signal, one));
    }

    private static void signal(String signal, ProcessHandle process) {
        try {
            run(List.of("kill", "-" + signal, Long.toString(process.pid())));
        } catch (IllegalStateException failed) {
            if (process.isAlive()) {
                throw failed; // else it ended by itself meanwhile
            }
        }
    }

    /** Runs a command to its end; it must succeed. */
    static void run(List<String> command) {
        try {
            // to a file: a server that is started this way keeps its output open
            Path log = Files.createTempFile("test-postgres-", ".log");
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            if (!process.waitFor(90, TimeUnit.SECONDS) || process.exitValue() != 0) {
                throw new IllegalStateException("%s failed: %s".formatted(command, Files.readString(log)));
            }
            Files.delete(log);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(command + " was interrupted", stopped);
        }
    }
}
