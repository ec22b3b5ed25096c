package io.anixops.lease.bench;

import io.anixops.lease.bench.Meter.Reading;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** What one contestant did in one of its turns, and what the server spent on it. */
record Turn(long done, double seconds, Reading spent) {
    double rate() {
        return done / seconds;
    }

    /** The middle of what one operation cost: what the server does for itself now and then falls out. */
    static double costOfOne(List<Turn> turns, ToDoubleFunction<Reading> what) {
        return Spread.of(turns.stream()
                        .filter(turn -> turn.done > 0)
                        .map(turn -> what.applyAsDouble(turn.spent) / turn.done)
                        .toList())
                .median();
    }

    static List<Double> rates(List<Turn> turns) {
        return turns.stream().map(Turn::rate).toList();
    }

    static long counted(List<Turn> turns) {
        return turns.stream().mapToLong(Turn::done).sum();
    }
}
