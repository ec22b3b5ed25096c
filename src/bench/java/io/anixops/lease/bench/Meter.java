package io.anixops.lease.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import javax.sql.DataSource;

/** What the server has spent so far, all databases together. */
final class Meter {
    private static final long NANOS_PER_TICK = 10_000_000;
    private static final boolean KNOWS_CPU = Files.exists(Path.of("/proc/self/schedstat"));

    private final DataSource server;
    private final long postmaster;

    Meter(DataSource server) {
        this.server = server;
        this.postmaster = Long.parseLong(Sql.query(server, "SELECT pg_read_file('postmaster.pid', 0, 20)")
                .lines()
                .findFirst()
                .orElseThrow());
    }

    /**
     * @param walBytes written to the log
     * @param ids of transactions
     * @param cpuNanos of all of the server's processes; not a number where the system does not tell
     */
    record Reading(double walBytes, double ids, double cpuNanos) {
        Reading since(Reading before) {
            return new Reading(walBytes - before.walBytes, ids - before.ids, cpuNanos - before.cpuNanos);
        }
    }

    Reading read() {
        var told = Sql.query(
                        server,
                        "SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn || ' ' || pg_snapshot_xmax(pg_current_snapshot())")
                .split(" ", -1);
        return new Reading(Double.parseDouble(told[0]), Double.parseDouble(told[1]), cpuNanos());
    }

    /** Of the processes that run, and of those that have ended. */
    private double cpuNanos() {
        if (!KNOWS_CPU) {
            return Double.NaN;
        }
        return field(postmaster, "stat", 15) * NANOS_PER_TICK
                + field(postmaster, "stat", 16) * NANOS_PER_TICK
                + ProcessHandle.of(postmaster)
                        .orElseThrow()
                        .descendants()
                        .mapToDouble(child -> field(child.pid(), "schedstat", 0))
                        .sum();
    }

    /** A field of a file of {@code /proc/PID}, counted from 0; 0 where the process is gone. */
    private static double field(long pid, String file, int index) {
        try {
            var fields =
                    Files.readString(Path.of("/proc", Long.toString(pid), file)).split("\\s+", -1);
            return Double.parseDouble(fields[index]);
        } catch (NoSuchFileException gone) {
            return 0;
        } catch (IOException e) {
            if (ProcessHandle.of(pid).isEmpty()) {
                return 0; // it ended while it was read
            }
            throw new UncheckedIOException(e);
        }
    }
}
