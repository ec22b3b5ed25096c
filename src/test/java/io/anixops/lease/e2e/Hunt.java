package io.anixops.lease.e2e;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Runs a {@link Campaign} against each of some mutants, and tells what found it, and when; for {@code e2e/campaign}. */
public final class Hunt {
    private Hunt() {}

    /** Minutes, a seed, and the mutants; none: all. */
    public static void main(String[] args) throws Exception {
        var named =
                List.of(args).subList(2, args.length).stream().map(Mutant::of).toList();
        List<String> outcomes = new ArrayList<>();
        boolean foundAll = true;
        for (var mutant : named.isEmpty() ? List.of(Mutant.values()) : named) {
            var report = Campaign.against(mutant, Long.parseLong(args[1]), Campaign.minutes(args[0]))
                    .run();
            outcomes.add("%-42s %s".formatted(mutant.text(), outcome(report)));
            foundAll &= !report.isClean();
        }
        outcomes.forEach(System.out::println);
        System.exit(foundAll ? 0 : 1); // the shared control plane ends with the JVM
    }

    private static String outcome(CampaignReport report) {
        var lasted = Measured.seconds(Duration.between(report.began(), report.ended()));
        return report.isClean()
                ? "NOT FOUND in " + lasted
                : "found after %s: %s".formatted(lasted, report.violations().get(0));
    }
}
