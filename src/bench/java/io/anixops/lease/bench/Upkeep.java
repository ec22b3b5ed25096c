package io.anixops.lease.bench;

import io.anixops.lease.RenewalRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;

/** Ten thousand leases kept for a while, renewed every five seconds: what it costs the server and this process. */
final class Upkeep {
    private static final Duration EVERY = Duration.ofSeconds(5);
    private static final long TICKS_PER_SECOND = 100;

    private final Report report;
    private final Duration time;

    Upkeep(Report report, Duration time) {
        this.report = report;
        this.time = time;
    }

    void run(Arena arena) {
        var terms = Bulk.take(arena);
        renew(arena, terms);
        renew(arena, terms);
        var walBefore = wal(arena);
        var serverBefore = serverCpu(arena);
        var ourBefore = ourCpu();
        var began = System.nanoTime();
        for (var round = 0L; round * EVERY.toNanos() < time.toNanos(); round++) {
            while (System.nanoTime() - began < round * EVERY.toNanos()) {
                LockSupport.parkNanos(began + round * EVERY.toNanos() - System.nanoTime());
            }
            renew(arena, terms);
        }
        while (System.nanoTime() - began < time.toNanos()) {
            LockSupport.parkNanos(began + time.toNanos() - System.nanoTime());
        }
        var seconds = (System.nanoTime() - began) / 1e9;
        report.title("%,d leases renewed every %d s for %.0f s".formatted(Bulk.LEASES, EVERY.toSeconds(), seconds));
        report.table("what", "cost");
        report.row("PostgreSQL, of a core", percent((serverCpu(arena) - serverBefore) / seconds));
        report.row("JVM, of a core", percent((ourCpu() - ourBefore) / seconds));
        report.row(
                "WAL a day", String.format(Locale.ROOT, "%.1f GB", (wal(arena) - walBefore) / seconds * 86_400 / 1e9));
        report.row("dead rows at the end", Sql.query(arena.pool(), stat("n_dead_tup")));
        report.row(
                "table and index",
                Sql.query(arena.pool(), "SELECT pg_size_pretty(pg_total_relation_size('database_lease'))"));
    }

    private static void renew(Arena arena, List<RenewalRequest> terms) {
        Bulk.renewed(arena.store().renew(terms), terms.size());
    }

    private static String stat(String column) {
        return "SELECT %s FROM pg_stat_user_tables WHERE relname = 'database_lease'".formatted(column);
    }

    private static double wal(Arena arena) {
        return Double.parseDouble(Sql.query(arena.pool(), "SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn"));
    }

    private static double ourCpu() {
        var system = (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        return system.getProcessCpuTime() / 1e9;
    }

    /** Of the postmaster and of all that it started and that still run, or have ended. */
    private static double serverCpu(Arena arena) {
        var postmaster = Long.parseLong(Sql.query(arena.pool(), "SELECT pg_read_file('postmaster.pid', 0, 20)")
                .lines()
                .findFirst()
                .orElseThrow());
        var ended = ticks(postmaster, 13, 16);
        return (ended
                        + ProcessHandle.of(postmaster)
                                .orElseThrow()
                                .descendants()
                                .mapToLong(child -> ticks(child.pid(), 13, 14))
                                .sum())
                / (double) TICKS_PER_SECOND;
    }

    /** The sum of these fields of {@code /proc/PID/stat}, counted from 0. */
    private static long ticks(long pid, int from, int to) {
        try {
            var fields = Files.readString(Path.of("/proc", Long.toString(pid), "stat"))
                    .split(" ", -1);
            var sum = 0L;
            for (var i = from; i <= to; i++) {
                sum += Long.parseLong(fields[i]);
            }
            return sum;
        } catch (java.nio.file.NoSuchFileException gone) {
            return 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f %%", 100 * share);
    }
}
