package io.anixops.lease.bench;

import com.sun.management.OperatingSystemMXBean;
import io.anixops.lease.RenewalRequest;
import io.anixops.lease.bench.Meter.Reading;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;

/** Ten thousand leases kept for a while, renewed every five seconds: what it costs the server and this process. */
final class Upkeep {
    private static final Duration EVERY = Duration.ofSeconds(5);
    private static final double HOUR = 3_600;
    private static final double DAY = 86_400;

    private final Report report;
    private final Duration time;

    Upkeep(Report report, Duration time) {
        this.report = report;
        this.time = time;
    }

    /** What was spent in so many seconds, by the server and by this process. */
    private record Spent(double seconds, Reading server, double ourCpuSeconds) {
        private double serverCpuSeconds() {
            return server.cpuNanos() / 1e9;
        }
    }

    void run(Arena arena) {
        var terms = Bulk.take(arena);
        renew(arena, terms);
        renew(arena, terms);
        Sql.execute(
                arena.pool(), "CHECKPOINT"); // as often as a server makes one by itself, with the whole pages after it
        arena.renewSessions();
        var updates = Updates.of(arena, "database_lease");
        var size = size(arena);
        var spent = keep(arena, terms);
        var dead =
                Sql.query(arena.pool(), "SELECT n_dead_tup FROM pg_stat_user_tables WHERE relname = 'database_lease'");
        arena.renewSessions();
        report.title(
                "%,d leases renewed every %d s for %.0f s".formatted(Bulk.LEASES, EVERY.toSeconds(), spent.seconds));
        report.text("From a checkpoint on, with the whole pages that are logged after it.\n");
        report.table("what", "cost");
        report.row("PostgreSQL, of a core", told("%.1f %%", 100 * spent.serverCpuSeconds() / spent.seconds));
        report.row("JVM, of a core", told("%.1f %%", 100 * spent.ourCpuSeconds / spent.seconds));
        report.row("WAL a day", told("%.1f GB", spent.server.walBytes() / spent.seconds * DAY / 1e9));
        report.row("transaction ids a day", told("%,.0f", spent.server.ids() / spent.seconds * DAY));
        report.row(
                "updates that left the index alone (HOT)",
                Updates.of(arena, "database_lease").since(updates).told());
        report.row("dead rows at the end", dead);
        report.row("table and index, at first and at the end", size + ", " + size(arena));
        costs(spent);
    }

    private Spent keep(Arena arena, List<RenewalRequest> terms) {
        var meter = arena.meter();
        var before = meter.read();
        var ourBefore = ourCpuSeconds();
        var began = System.nanoTime();
        for (var round = 0L; round * EVERY.toNanos() < time.toNanos(); round++) {
            awaitMoment(began + round * EVERY.toNanos());
            renew(arena, terms);
        }
        awaitMoment(began + time.toNanos());
        return new Spent((System.nanoTime() - began) / 1e9, meter.read().since(before), ourCpuSeconds() - ourBefore);
    }

    private static void awaitMoment(long nanos) {
        for (var left = nanos - System.nanoTime(); left > 0; left = nanos - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    /** One that is renewed half as often costs half. */
    private void costs(Spent spent) {
        report.title("what 1,000 leases cost in an hour");
        report.text(
                "The renewals above, for fewer leases, and for other TTLs than the 15 s for which they were renewed.\n");
        report.table("TTL", "statements and ids", "CPU of PostgreSQL", "CPU of the JVM", "WAL");
        for (var ttl : List.of(15, 30, 60)) {
            var share = 1_000.0 / Bulk.LEASES * HOUR / spent.seconds * 3 * EVERY.toSeconds() / ttl;
            report.row(
                    ttl + " s",
                    told("%,.0f", spent.server.ids() * share),
                    told("%.1f s", spent.serverCpuSeconds() * share),
                    told("%.1f s", spent.ourCpuSeconds * share),
                    told("%.0f MB", spent.server.walBytes() * share / 1e6));
        }
    }

    private static void renew(Arena arena, List<RenewalRequest> terms) {
        Bulk.renewed(arena.store().renew(terms), terms.size());
    }

    private static String size(Arena arena) {
        return Sql.query(arena.pool(), "SELECT pg_size_pretty(pg_total_relation_size('database_lease'))");
    }

    private static double ourCpuSeconds() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime() / 1e9;
    }

    private static String told(String format, double value) {
        return Double.isNaN(value) ? "not known here" : String.format(Locale.ROOT, format, value);
    }
}
