package io.anixops.lease.bench;

import com.github.kagkarlsson.scheduler.jdbc.JdbcTaskRepository;
import com.zaxxer.hikari.HikariDataSource;
import io.anixops.lease.postgres.TestPostgres;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import net.javacrumbs.shedlock.provider.jdbctemplate.JdbcTemplateLockProvider;
import org.postgresql.Driver;
import org.springframework.integration.jdbc.lock.JdbcLockRegistry;

/** {@code bench/run}: all of it, or what is named. */
public final class Bench {
    private static final List<String> ALL = List.of("sidebyside", "pgbench", "network", "bulk", "upkeep");
    private static final Duration NETWORK = Duration.ofMillis(1);

    private static final String HEAD = """
            # Performance

            Written by `bench/run --write docs/performance.md`, which anybody can run again: contestants take short turns in one
            process on one real PostgreSQL, with the same pool and the same table settings, and each operation checks its result. A
            ratio is the median over all cycles, with the quartiles; above 1 ours is faster. The figures in operations a second
            are of that machine only. WAL, transaction ids and the CPU of the server's processes are for one operation, HOT is the
            share of updates that left the indexes alone.

            Peers run as their documentation recommends: ShedLock by JdbcTemplate with the database's time, Spring Integration's
            JdbcLockRegistry, db-scheduler's heartbeat. "Four trips" is a stand-in for the Go original, and the bare UPDATE a floor
            that asks and promises nothing. "Ours, slowed by 20 %" does each fifth renewal twice, and shows that a difference of
            that size is seen. Acquisitions and releases of ours tell waiting processes (NOTIFY), and those of the peers do not,
            so ours is there without it too. With one contended lease each thread stands for a process that tries again 5 ms after
            a refusal, and what counts is to have had the lease. "Ours, row security" is a team's role, which row-level security
            keeps to its namespaces.
            """;

    private final Report report = new Report();
    private final TestPostgres server;
    private final boolean full;

    private Bench(TestPostgres server, boolean full) {
        this.server = server;
        this.full = full;
    }

    /** The first argument is {@code full} or {@code short}, the second a file to write or {@code -}, the rest what to run. */
    public static void main(String[] args) throws InterruptedException {
        try (var server = TestPostgres.startDurable()) {
            var bench = new Bench(server, args[0].equals("full"));
            bench.head();
            for (var one : args.length > 2 ? Arrays.asList(args).subList(2, args.length) : ALL) {
                bench.run(one);
            }
            bench.finish(args[1]);
        }
        System.exit(0); // pools and listeners of the contestants end with the JVM
    }

    private void head() {
        report.text(HEAD);
        try (var arena = Arena.on(server)) {
            report.text("%s; Java %s; %d cores, %s; %s"
                    .formatted(
                            arena.version(),
                            Runtime.version(),
                            Runtime.getRuntime().availableProcessors(),
                            Machine.processor(),
                            Machine.versions(
                                    JdbcTemplateLockProvider.class,
                                    JdbcLockRegistry.class,
                                    JdbcTaskRepository.class,
                                    HikariDataSource.class,
                                    Driver.class)));
        }
        report.picture();
    }

    private void run(String one) throws InterruptedException {
        try (var arena = one.equals("network") ? Arena.on(server, NETWORK) : Arena.on(server)) {
            switch (one) {
                case "sidebyside" -> sideBySide("", 25).run(arena);
                case "network" ->
                    sideBySide("%d ms of network".formatted(NETWORK.toMillis()), 15)
                            .run(arena);
                case "pgbench" -> new Pgbench(report, full ? 7 : 1).run(arena);
                case "bulk" -> new Bulk(report, full ? 7 : 1).run(arena);
                case "upkeep" -> new Upkeep(report, Duration.ofSeconds(full ? 300 : 10)).run(arena);
                default ->
                    throw new IllegalArgumentException("there is no benchmark '%s'; there are %s".formatted(one, ALL));
            }
        }
    }

    private SideBySide sideBySide(String network, int cycles) {
        return new SideBySide(report, network, full ? cycles : 3, Duration.ofMillis(full ? 150 : 50));
    }

    private void finish(String file) {
        if (!file.equals("-")) {
            report.writeTo(Path.of(file));
        }
        report.printRatios();
    }
}
