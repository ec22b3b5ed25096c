package io.anixops.lease.e2e;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Lets leadership go from one cluster to the other and back, again and again, in each way that there is, and prints how
 * long it takes and for how long labels of both overlap: {@code e2e/failovers}.
 */
public final class Failovers {
    private Failovers() {}

    /** The arguments are how many times in each way, and in which ways if not in all. */
    public static void main(String[] args) {
        int times = Integer.parseInt(args[0]);
        var ways = Arrays.stream(args).skip(1).map(Failover::valueOf).toList();
        try (Sites sites = Sites.open()) {
            var lease = TwoClusters.of(sites, "failovers");
            for (Failover how : ways.isEmpty() ? List.of(Failover.values()) : ways) {
                report(how, repeat(how, times, lease));
            }
            lease.end();
        }
        System.exit(0); // the shared control plane ends with the JVM
    }

    /** From whoever leads to the other one. */
    private static List<TwoClusters.Moved> repeat(Failover how, int times, TwoClusters lease) {
        List<TwoClusters.Moved> all = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            boolean eastLeads = !lease.east().scene().labelled().isEmpty();
            var from = eastLeads ? lease.east() : lease.west();
            var to = eastLeads ? lease.west() : lease.east();
            all.add(lease.failOver(how, from, to, (former, next) -> {}));
        }
        return all;
    }

    private static void report(Failover how, List<TwoClusters.Moved> all) {
        System.out.printf("%d times %s, %s%n", all.size(), how, how.event().sentence());
        System.out.printf(
                "  labelled there:      %s%n",
                Percentiles.of(all.stream().map(TwoClusters.Moved::labelled).toList()));
        System.out.printf(
                "  labels overlapped:   %s%n",
                Percentiles.of(all.stream().map(TwoClusters.Moved::overlap).toList()));
        System.out.printf(
                "  of that once healed: %s%n",
                Percentiles.of(
                        all.stream().map(TwoClusters.Moved::overlapOnceHealed).toList()));
    }
}
