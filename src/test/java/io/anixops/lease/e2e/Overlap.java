package io.anixops.lease.e2e;

import java.time.Duration;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** What the labels of several clusters say together, in the order in which the watches of their pods saw them. */
final class Overlap {
    private Overlap() {}

    static List<LeaderWatch.Change> merged(List<LeaderWatch.Change> one, List<LeaderWatch.Change> other) {
        return Stream.concat(one.stream(), other.stream())
                .sorted(Comparator.comparing(LeaderWatch.Change::nanos))
                .toList();
    }

    /** How long more than one pod bore the label, of what began after a moment. */
    static Duration since(long moment, List<LeaderWatch.Change> changes) {
        Set<Leader> labelled = new HashSet<>();
        long overlap = 0;
        long before = moment;
        for (var change : changes) {
            long at = Math.max(change.nanos(), moment);
            overlap += labelled.size() > 1 ? at - before : 0;
            before = at;
            if (change.leads()) {
                labelled.add(change.pod());
            } else {
                labelled.remove(change.pod());
            }
        }
        return Duration.ofNanos(overlap);
    }
}
