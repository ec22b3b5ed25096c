package io.anixops.lease.e2e;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * All that was seen of a run: the versions of rows and of pods in the order of their writes, and what processes tell of
 * themselves. It can be kept as text and judged again, see {@link HistoryText}.
 */
record History(List<RowVersion> rows, List<PodSighting> pods, List<Happening> happenings) {
    History {
        rows = List.copyOf(rows);
        pods = List.copyOf(pods);
        happenings =
                happenings.stream().sorted(Comparator.comparing(Happening::at)).toList();
    }

    /** All that must never be. */
    List<String> violations(Duration ttl, Duration slack) {
        List<String> all = new ArrayList<>();
        var rowJudge = new RowJudge();
        rows.forEach(rowJudge::see);
        all.addAll(rowJudge.violations());
        var podJudge = new PodJudge();
        var markJudge = new MarkJudge();
        pods.forEach(podJudge::see);
        pods.forEach(markJudge::see);
        all.addAll(podJudge.violations());
        all.addAll(markJudge.violations());
        all.addAll(new ProcessJudge(ttl, slack).violations(happenings));
        all.addAll(new AnswerJudge(rows).violations(happenings));
        happenings.stream()
                .map(Happening::lease)
                .filter(lease -> !lease.isEmpty())
                .distinct()
                .forEach(lease -> WorkSpan.overlaps(ProcessJudge.spans(happenings, lease))
                        .forEach(pair -> all.add("two work for %s at once: %s".formatted(lease, pair))));
        return all;
    }
}
