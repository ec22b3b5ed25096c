package io.anixops.lease.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;

/** What a process has of the machine at this moment, as Linux tells it. */
record ProcessUsage(long residentKib, long mostResidentKib, Duration processor, long threads, long files) {
    private static final int TICKS_A_SECOND = 100; // of every Linux that a JVM runs on

    static ProcessUsage of(long pid) {
        var folder = Path.of("/proc", Long.toString(pid));
        try {
            var status = Files.readString(folder.resolve("status"));
            var stat = Files.readString(folder.resolve("stat"));
            return new ProcessUsage(
                    number(status, "VmRSS:"),
                    number(status, "VmHWM:"),
                    processor(stat),
                    number(status, "Threads:"),
                    openFiles(folder));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    String resident() {
        return mib(residentKib);
    }

    String mostResident() {
        return mib(mostResidentKib);
    }

    private static String mib(long kib) {
        return String.format(Locale.ROOT, "%.0f MiB", kib / 1024.0);
    }

    private static long number(String status, String name) {
        return status.lines()
                .filter(line -> line.startsWith(name))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                .findFirst()
                .orElseThrow();
    }

    /** Sockets are files too. */
    private static long openFiles(Path folder) throws IOException {
        try (var open = Files.list(folder.resolve("fd"))) {
            return open.count();
        }
    }

    /** After the program's name, which may hold blanks: the 14th and 15th word are its time as a user and in the system. */
    private static Duration processor(String stat) {
        var words = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        var ticks = Long.parseLong(words[11]) + Long.parseLong(words[12]);
        return Duration.ofMillis(ticks * 1000 / TICKS_A_SECOND);
    }
}
