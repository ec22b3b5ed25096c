package io.anixops.lease.bench;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Renewals, cycles, refused and contended attempts of all contestants, at several numbers of threads. */
final class SideBySide {
    static final List<Integer> THREADS = List.of(1, 4, 16);
    private static final int WARM_UP = 3;

    private final Report report;
    private final String network;
    private final int cycles;
    private final Duration turn;

    /** @param network how its figures are named: empty, or what lies between */
    SideBySide(Report report, String network, int cycles, Duration turn) {
        this.report = report;
        this.network = network;
        this.cycles = cycles;
        this.turn = turn;
    }

    void run(Arena arena) throws InterruptedException {
        var all = arena.contestants();
        try (var turns = new Turns(Collections.max(THREADS), turn, arena.meter())) {
            for (var operation : Operation.values()) {
                var contestants = all.stream().filter(one -> one.has(operation)).toList();
                var comparison = new Comparison(report, network, operation);
                comparison.head(
                        "%d turns of %d ms each, after %d to warm up".formatted(cycles, turn.toMillis(), WARM_UP));
                for (var threads : THREADS) {
                    run(arena, turns, comparison, operation, contestants, threads);
                }
            }
        }
    }

    private void run(
            Arena arena,
            Turns turns,
            Comparison comparison,
            Operation operation,
            List<Contestant> contestants,
            int threads)
            throws InterruptedException {
        for (var contestant : contestants) {
            turns.prepare(operation, contestant, threads);
        }
        var before = updates(arena, contestants);
        var series = turns.run(operation, contestants, threads, WARM_UP, cycles);
        var updates = updates(arena, contestants);
        updates.replaceAll((contestant, after) -> after.since(before.get(contestant)));
        comparison.tell(threads, series, updates);
    }

    private static Map<Contestant, Updates> updates(Arena arena, List<Contestant> contestants) {
        arena.renewSessions();
        Map<Contestant, Updates> updates = new LinkedHashMap<>();
        contestants.forEach(one -> updates.put(one, Updates.of(arena, one.table())));
        return updates;
    }
}
