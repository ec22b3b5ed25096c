package io.anixops.lease.e2e;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** From when to when a process worked. */
record WorkSpan(String worker, Instant from, Instant to) {
    static WorkSpan begun(String worker, Instant from) {
        return new WorkSpan(worker, from, Instant.MAX);
    }

    WorkSpan endedAt(Instant end) {
        return new WorkSpan(worker, from, end);
    }

    boolean contains(Instant moment) {
        return !from.isAfter(moment) && to.isAfter(moment);
    }

    /** Each pair that worked at once. */
    static List<String> overlaps(List<WorkSpan> spans) {
        var sorted = spans.stream().sorted(Comparator.comparing(WorkSpan::from)).toList();
        List<String> found = new ArrayList<>();
        for (int i = 1; i < sorted.size(); i++) {
            for (WorkSpan before : sorted.subList(0, i)) {
                if (before.to().isAfter(sorted.get(i).from())) {
                    found.add("%s and %s".formatted(before, sorted.get(i)));
                }
            }
        }
        return found;
    }
}
