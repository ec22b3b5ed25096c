package io.anixops.lease.e2e;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;

/** What the scenarios of one class measured, printed as one table at its end. Nothing is judged by it. */
final class Measured {
    private final List<String> lines = new CopyOnWriteArrayList<>();

    void note(String event, String what, Duration time) {
        lines.add("MEASURED %-48s %s after %s".formatted(event + ":", what, seconds(time)));
    }

    void print() {
        lines.forEach(System.out::println);
    }

    static String seconds(Duration time) {
        return String.format(Locale.ROOT, "%.3f s", Math.max(0, time.toNanos()) / 1e9);
    }
}
