package io.anixops.lease.bench;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/** {@code bench/run}: all of it, or what is named: {@code sidebyside}, {@code bulk}, {@code upkeep}. */
public final class Bench {
    private static final String HEAD = """
            # Performance

            Written by `bench/run --write docs/performance.md`, which anybody can run again: contestants take short turns in one
            process on one real PostgreSQL, with the same pool and the same table settings, and each operation checks its result. A
            ratio is the median over all cycles, with the quartiles; the figures in operations a second are of that machine only.
            Peers run as their documentation recommends: ShedLock by JdbcTemplate with the database's time, Spring Integration's
            JdbcLockRegistry, db-scheduler's heartbeat. "Four trips" is a stand-in for the Go original, and the bare UPDATE a floor
            that asks and promises nothing. "Ours, slowed by 20 %" shows that a difference of that size is seen. Acquisitions and
            releases of ours tell waiting processes (NOTIFY); those of the peers do not.
            """;

    private Bench() {}

    /** The first argument is {@code full} or {@code short}, the second a file to write or {@code -}, the rest what to run. */
    public static void main(String[] args) throws InterruptedException {
        var full = args[0].equals("full");
        var which =
                args.length > 2 ? Arrays.asList(args).subList(2, args.length) : List.of("sidebyside", "bulk", "upkeep");
        var report = new Report();
        report.text(HEAD);
        try (var arena = new Arena()) {
            report.text("%s; Java %s; %d cores, %s"
                    .formatted(
                            arena.version(),
                            Runtime.version(),
                            Runtime.getRuntime().availableProcessors(),
                            Machine.processor()));
            for (var one : which) {
                switch (one) {
                    case "sidebyside" -> new SideBySide(report, full ? 25 : 3, full ? 200 : 50).run(arena);
                    case "bulk" -> new Bulk(report, full ? 7 : 1).run(arena);
                    case "upkeep" -> new Upkeep(report, Duration.ofSeconds(full ? 90 : 5)).run(arena);
                    default ->
                        throw new IllegalArgumentException(
                                "there is no benchmark '%s'; there are sidebyside, bulk and upkeep".formatted(one));
                }
            }
        }
        if (!args[1].equals("-")) {
            report.writeTo(Path.of(args[1]));
        }
        report.printRatios();
        System.exit(0); // pools and listeners of the contestants end with the JVM
    }
}
