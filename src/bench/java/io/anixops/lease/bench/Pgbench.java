package io.anixops.lease.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;

/** What this server can do at most: the bare UPDATE by PostgreSQL's own load generator, beside renewals of ours. */
final class Pgbench {
    private static final Duration TURN = Duration.ofSeconds(1); // pgbench knows whole seconds
    private static final Pattern RATE = Pattern.compile("tps = ([0-9.]+)");

    /** Each client has leases of its own, as each thread here has. */
    private static final String SCRIPT = """
            \\set lease :client_id * 50 + random(0, 49)
            UPDATE bare_lease SET expires_at = now() + interval '1 h' WHERE name = 'renewed/' || :lease;
            """;

    private final Report report;
    private final int cycles;

    Pgbench(Report report, int cycles) {
        this.report = report;
        this.cycles = cycles;
    }

    void run(Arena arena) throws InterruptedException {
        report.title("the limit of this server");
        if (!isInstalled()) {
            report.text("pgbench is not installed here, so this was not measured.");
            return;
        }
        report.text("The bare UPDATE by pgbench, which is no Java; %d turns of %d s each.\n"
                .formatted(cycles, TURN.toSeconds()));
        report.table("threads", "ours renews a second", "pgbench updates a second", "ours to pgbench");
        var ours = new Ours(arena.store());
        var bare = new BareUpdate(arena.pool());
        try (var turns = new Turns(Collections.max(SideBySide.THREADS), TURN, arena.meter())) {
            for (var threads : SideBySide.THREADS) {
                turns.prepare(Operation.RENEW, ours, threads);
                turns.prepare(Operation.RENEW, bare, threads);
                compare(arena, turns, ours, threads);
            }
        }
    }

    private void compare(Arena arena, Turns turns, Contestant ours, int threads) throws InterruptedException {
        List<Double> renewals = new ArrayList<>();
        List<Double> limit = new ArrayList<>();
        turns.turn(Operation.RENEW, ours, threads); // to warm up
        for (var cycle = 0; cycle < cycles; cycle++) {
            renewals.add(turns.turn(Operation.RENEW, ours, threads).rate());
            limit.add(rate(arena, threads));
        }
        var ratio = Spread.ofRatios(renewals, limit);
        report.row(threads, Spread.of(renewals).rate(), Spread.of(limit).rate(), ratio.ratio());
        report.ratio("renew", "pgbench", threads, ratio);
    }

    private static double rate(Arena arena, int clients) throws InterruptedException {
        var told = RATE.matcher(answer(command(arena, clients)));
        Expect.that(told.find(), "pgbench told no rate");
        return Double.parseDouble(told.group(1));
    }

    private static List<String> command(Arena arena, int clients) {
        var server = arena.database();
        var command = "pgbench -h 127.0.0.1 -p %d -U %s -n -M prepared -c %d -j %d -T %d -f - %s"
                .formatted(
                        server.port(),
                        server.user(),
                        clients,
                        Math.min(clients, Runtime.getRuntime().availableProcessors()),
                        TURN.toSeconds(),
                        server.name());
        return List.of(command.split(" ", -1));
    }

    private static String answer(List<String> command) throws InterruptedException {
        try {
            var script = Files.writeString(Files.createTempFile("bench-", ".sql"), SCRIPT);
            var pgbench = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectInput(script.toFile())
                    .start();
            var answer = new String(pgbench.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            Expect.that(pgbench.waitFor() == 0, answer);
            Files.delete(script);
            return answer;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static boolean isInstalled() {
        return List.of(System.getenv("PATH").split(":", -1)).stream()
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, "pgbench")));
    }
}
