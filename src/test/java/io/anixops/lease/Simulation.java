package io.anixops.lease;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;

/**
 * Several processes, one lease, and a network and clocks that do as they like; the same for the same seed.
 *
 * <p>Clocks run up to 8 % too fast or too slow, requests are lost before or after they are carried out, or carried out
 * late, lines break, processes crash, close and start again, work returns early or as late as it may. What must hold is
 * checked after every step.
 */
final class Simulation {
    static final LeaseName NAME = LeaseName.of("jobs");
    static final Timing TIMING = Timing.ofTtl(Duration.ofSeconds(30));

    private static final int PROCESSES = 3;
    private static final int DEEPEST = 5;

    private final Random random;
    private final boolean pauses;
    private final UnaryOperator<LeaseStore> planted;
    private final InMemoryLeaseStore database = new InMemoryLeaseStore();
    private final List<SimulatedProcess> processes = new ArrayList<>();
    private final Rules rules = new Rules();
    private Duration passed = Duration.ZERO;
    private Duration longestPass = Duration.ofMillis(500);
    private int started;
    private int depth;

    /**
     * @param pauses whether processes stand still at times, for as long as it may be
     * @param planted what is put before the store; nothing, or a fault that must be noticed
     */
    Simulation(long seed, boolean pauses, UnaryOperator<LeaseStore> planted) {
        random = new Random(seed);
        this.pauses = pauses;
        this.planted = planted;
        for (var i = 0; i < PROCESSES; i++) {
            processes.add(newProcess());
        }
    }

    /** How many times some process began to lead. */
    int run(int steps) {
        try {
            for (var i = 0; i < steps; i++) {
                step();
            }
            return rules.leaderships();
        } finally {
            processes.forEach(SimulatedProcess::crash);
        }
    }

    /** The same until so much time has passed, with fewer steps in it. */
    int runFor(Duration time) {
        longestPass = Duration.ofMillis(900); // less than a second, after which work would be late to return
        try {
            while (passed.compareTo(time) < 0) {
                step();
            }
            return rules.leaderships();
        } finally {
            processes.forEach(SimulatedProcess::crash);
        }
    }

    private void step() {
        var process = processes.get(random.nextInt(PROCESSES));
        switch (random.nextInt(20)) {
            case 0 -> process.breakOrMend(random.nextInt(4) == 0);
            case 1 -> process.executeLateOnes(random.nextInt(8) == 0);
            case 2 -> process.mayReturn(random.nextInt(8) == 0);
            case 3 -> restart(process);
            case 4 -> process.pause(pauses && random.nextInt(4) == 0);
            case 5, 6, 7, 8, 9, 10, 11 -> process.runLane(random.nextBoolean());
            default -> pass(Duration.ofMillis(random.nextInt((int) longestPass.toMillis())));
        }
        rules.check(processes, pauses);
    }

    private void pass(Duration duration) {
        passed = passed.plus(duration);
        database.advance(duration);
        processes.forEach(process -> process.pass(duration));
        processes.forEach(SimulatedProcess::moveOn);
    }

    private void restart(SimulatedProcess process) {
        if (process.hasEnded() || random.nextInt(20) == 0) {
            process.crash();
            processes.set(processes.indexOf(process), newProcess());
        } else if (random.nextInt(8) == 0) {
            process.close();
        }
    }

    private SimulatedProcess newProcess() {
        var rate = 0.92 + 0.16 * random.nextDouble();
        return new SimulatedProcess("process-" + ++started, database.anotherLine(), planted, rate, random, this::goOn);
    }

    /** What happens while a call is under way: mostly little, at times much. */
    private void goOn() {
        if (depth < DEEPEST) {
            depth++;
            for (var i = random.nextInt(random.nextInt(12) == 0 ? 200 : 4); i > 0; i--) {
                step();
            }
            depth--;
        }
    }
}
