package io.anixops.lease.demo;

import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Tells what happens, how long it took, and at the end whether all of it was as promised. */
final class Story {
    private final PrintStream out;
    private final long begin = System.nanoTime();
    private final List<String> summary = new ArrayList<>();
    private Supplier<String> tables = () -> "";
    private int steps;
    private boolean asPromised = true;

    Story(PrintStream out) {
        this.out = out;
    }

    /** From now on these are shown after each step. */
    void shows(Supplier<String> after) {
        tables = after;
    }

    void says(String line) {
        out.println(line);
        out.flush();
    }

    /** Within a step: what comes of it, as it was measured or read. */
    void sees(String what) {
        says("   seen: " + what);
    }

    /** Says what happens, lets it happen, and shows what {@code kubectl get databaseleases} would show then. */
    void step(String what, Runnable happening) {
        says("%n%d. %s".formatted(++steps, what));
        var before = System.nanoTime();
        happening.run();
        var took = Duration.ofNanos(System.nanoTime() - before).toMillis();
        var shown = tables.get();
        if (!shown.isEmpty()) {
            says(shown.indent(3).stripTrailing());
        }
        says("   took %d ms".formatted(took));
        summary.add("%6d ms  %s".formatted(took, what));
    }

    void checks(String promise, boolean kept) {
        asPromised &= kept;
        summary.add("%s  %s".formatted(kept ? "     kept" : "NOT KEPT!", promise));
    }

    void breaks(Throwable broken) {
        asPromised = false;
        says("   not as promised: " + broken.getMessage());
    }

    /** The exit code. */
    int ends() {
        says("%nSummary, after %d s"
                .formatted(Duration.ofNanos(System.nanoTime() - begin).toSeconds()));
        summary.forEach(line -> says("  " + line));
        says("""

                What the imitation of an API server cannot show: the CRD's rules that refuse a bad DatabaseLease, admission
                policies and rights, Services that follow the label, pods that really run, and kubectl itself.
                The end-to-end tests show them on a real control plane: see CONTRIBUTING.md.""");
        says(asPromised ? "All was as promised." : "NOT all was as promised.");
        return asPromised ? 0 : 1;
    }
}
