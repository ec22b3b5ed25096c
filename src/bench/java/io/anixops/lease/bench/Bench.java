package io.anixops.lease.bench;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/** {@code bench/run}: all of it, or what is named: {@code sidebyside}, {@code bulk}, {@code upkeep}. */
public final class Bench {
    private Bench() {}

    /** The first argument is {@code full} or {@code short}, the second a file to write or {@code -}, the rest what to run. */
    public static void main(String[] args) throws InterruptedException {
        var full = args[0].equals("full");
        var which =
                args.length > 2 ? Arrays.asList(args).subList(2, args.length) : List.of("sidebyside", "bulk", "upkeep");
        var report = new Report();
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
