package io.anixops.lease.bench;

import java.util.Collections;
import java.util.List;

/** Renewals, cycles and refused attempts of all contestants, at several numbers of threads. */
final class SideBySide {
    private static final List<Integer> THREADS = List.of(1, 4, 16);
    private static final int WARM_UP = 3;

    private final Report report;
    private final int cycles;
    private final long turnMillis;

    SideBySide(Report report, int cycles, long turnMillis) {
        this.report = report;
        this.cycles = cycles;
        this.turnMillis = turnMillis;
    }

    void run(Arena arena) throws InterruptedException {
        var all = arena.contestants();
        try (var turns = new Turns(Collections.max(THREADS), turnMillis)) {
            for (var operation : Operation.values()) {
                var contestants = all.stream().filter(one -> one.has(operation)).toList();
                report.title("%s, %d cycles of turns of %d ms".formatted(operation.title(), cycles, turnMillis));
                report.table("contestant", "threads", "operations a second", "ours to theirs (quartiles)");
                for (var threads : THREADS) {
                    run(turns, operation, threads, contestants);
                }
            }
        }
    }

    private void run(Turns turns, Operation operation, int threads, List<Contestant> contestants)
            throws InterruptedException {
        var rates = turns.run(operation, contestants, threads, WARM_UP, cycles);
        var ours = rates.getOrDefault("ours", List.of());
        rates.forEach((name, theirs) -> {
            var ratio = Spread.ofRatios(ours, theirs);
            report.row(name, threads, Spread.of(theirs).rate(), ratio.ratio());
            if (!name.equals("ours")) {
                report.ratio("%s/%s/%d threads".formatted(operation.title(), name, threads), ratio.median());
            }
        });
    }
}
