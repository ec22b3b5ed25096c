package io.anixops.lease.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;

/**
 * Many leases for long, under light faults, one at a time: whether anything grows that must not. {@code e2e/soak} runs it. In
 * the end each lease must be led, by those who were there at the beginning.
 */
public final class Soak {
    private static final Duration BETWEEN_SAMPLES = Duration.ofSeconds(15);
    private static final Duration SHORTEST_WARM_UP = Duration.ofMinutes(1);
    private static final Duration LONGEST_FAULT = Duration.ofMinutes(2);

    private final SoakPlan plan;
    private final SoakRig rig;
    private final SoakProbe probe;
    private final Path folder;
    private final long began = System.nanoTime();
    private final Queue<String> notDone = new ConcurrentLinkedQueue<>();

    private Soak(SoakPlan plan, SoakRig rig, Path folder) {
        this.plan = plan;
        this.rig = rig;
        this.folder = folder;
        probe = new SoakProbe(rig, folder);
    }

    /**
     * Minutes, leases, a seed, and whether the library's processes leak, which must be found; or the file of a run's samples, to
     * judge it again.
     */
    public static void main(String[] args) throws Exception {
        if (args.length == 1) {
            var verdict = SoakVerdict.of(SoakSamples.read(Files.readString(Path.of(args[0]))));
            System.out.print(verdict + "\n" + verdict.result());
            System.exit(verdict.grown().isEmpty() ? 0 : 1);
        }
        var length = Duration.ofMillis((long) (60_000 * Double.parseDouble(args[0])));
        int leases = Integer.parseInt(args[1]);
        long seed = Long.parseLong(args[2]);
        var eventsLast = length.dividedBy(8); // longer than from one outage to the next; the warm-up has that too
        var warmUp = SHORTEST_WARM_UP.plus(eventsLast);
        var folder = Files.createDirectories(Path.of("target", "soak", Long.toString(seed)));
        boolean holds;
        try (var rig = new SoakRig(leases, eventsLast, Boolean.parseBoolean(args[3]))) {
            holds = new Soak(SoakPlan.of(seed, warmUp.plus(length)), rig, folder).run(leases, warmUp, length);
        }
        System.exit(holds ? 0 : 1); // some threads of the rig would go on
    }

    private boolean run(int leases, Duration warmUp, Duration length) throws InterruptedException, IOException {
        rig.awaitWell(probe);
        say("all are led");
        var faults = new SoakFaults(rig, leases);
        var injector = new Thread(() -> injectAll(faults), "faults");
        injector.setDaemon(true);
        injector.start();
        Steady.pass(warmUp);
        var samples = sample(length);
        injector.join(LONGEST_FAULT.toMillis());
        rig.awaitWell(probe);
        return tell(SoakVerdict.of(samples));
    }

    private void injectAll(SoakFaults faults) {
        var from = System.nanoTime();
        for (var injection : plan.injections()) {
            passUntil(from, injection.fromMillis());
            try {
                var end = faults.begin(injection);
                passUntil(from, injection.untilMillis());
                end.run();
            } catch (RuntimeException | AssertionError failed) {
                notDone.add("%s: %s".formatted(injection, failed.getMessage()));
            }
        }
    }

    private static void passUntil(long from, long millis) {
        Steady.pass(Duration.ofMillis(millis).minusNanos(System.nanoTime() - from));
    }

    private List<Map<SoakMeasure, Long>> sample(Duration length) {
        List<Map<SoakMeasure, Long>> samples = new ArrayList<>();
        var from = System.nanoTime();
        for (var at = Duration.ZERO; at.compareTo(length) <= 0; at = at.plus(BETWEEN_SAMPLES)) {
            passUntil(from, at.toMillis());
            Eventually.until("there is a sample", () -> samples.add(probe.sample())); // PostgreSQL may be coming up
            say(SoakSamples.line(samples.get(samples.size() - 1)));
        }
        return samples;
    }

    private boolean tell(SoakVerdict verdict) throws IOException {
        var kinds = plan.injections().stream()
                .collect(Collectors.groupingBy(SoakPlan.Injection::fault, TreeMap::new, Collectors.counting()));
        var text = new StringBuilder("seed %d, %d faults: %s%n"
                .formatted(plan.seed(), plan.injections().size(), kinds));
        notDone.forEach(one -> text.append("not done: %s%n".formatted(one)));
        text.append("%n%s%n%s".formatted(verdict, verdict.result()));
        System.out.print(text);
        Files.writeString(folder.resolve("report.txt"), text);
        return verdict.grown().isEmpty();
    }

    private void say(String what) {
        var line = "%4d s: %s%n"
                .formatted(Duration.ofNanos(System.nanoTime() - began).toSeconds(), what);
        System.err.print(line);
        try {
            Files.writeString(
                    folder.resolve("samples.txt"), line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
