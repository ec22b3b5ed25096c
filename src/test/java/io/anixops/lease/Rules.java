package io.anixops.lease;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** What must hold at every moment of a {@link Simulation}. */
final class Rules {
    private final Map<Leadership, SimulatedProcess> seen = new HashMap<>();
    private long highest;
    private SimulatedProcess last;

    int leaderships() {
        return seen.size();
    }

    void check(List<SimulatedProcess> processes, boolean pauses) {
        atMostOne(
                "believe that they lead",
                processes.stream().filter(SimulatedProcess::isLeading).count());
        if (!pauses) {
            atMostOne(
                    "run the work",
                    processes.stream()
                            .map(SimulatedProcess::running)
                            .filter(Objects::nonNull)
                            .count());
        }
        processes.forEach(this::checkToken);
    }

    private static void atMostOne(String what, long count) {
        if (count > 1) {
            throw new AssertionError("%d processes %s".formatted(count, what));
        }
    }

    private void checkToken(SimulatedProcess process) {
        var run = process.running();
        if (run == null || seen.putIfAbsent(run.leadership, process) != null) {
            return;
        }
        var token = run.leadership.token();
        if (token < highest || (token == highest && process != last)) {
            throw new AssertionError("token %d after %d".formatted(token, highest));
        }
        highest = token;
        last = process;
    }
}
