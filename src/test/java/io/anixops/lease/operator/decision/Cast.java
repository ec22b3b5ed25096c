package io.anixops.lease.operator.decision;

import io.anixops.lease.HolderId;
import io.anixops.lease.HolderInfo;
import io.anixops.lease.Lease;
import io.anixops.lease.LeaseName;
import io.anixops.lease.Term;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Pods, terms and rows for the tests of decisions. */
final class Cast {
    static final LeaseName NAME = LeaseName.of("control/jobs");
    static final HolderId OPERATOR = HolderId.of("operator-1");
    static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private Cast() {}

    static Candidate ready(String pod) {
        return pod(pod, Standing.READY, "", 0, 0);
    }

    static Candidate unready(String pod) {
        return pod(pod, Standing.UNREADY, "", 0, 0);
    }

    static Candidate leaving(String pod) {
        return pod(pod, Standing.LEAVING, "", 0, 0);
    }

    /** A ready pod of a template, made and ready so many seconds after the start. */
    static Candidate ready(String pod, String revision, long created, long ready) {
        return pod(pod, Standing.READY, revision, created, ready);
    }

    static Candidate pod(String pod, Standing standing, String revision, long created, long ready) {
        return new Candidate(
                pod,
                "uid-" + pod,
                "node-1",
                HolderId.of(pod + "-1"),
                standing,
                revision,
                START.plusSeconds(created),
                standing == Standing.READY ? START.plusSeconds(ready) : Instant.MAX);
    }

    /** Up to eight pods of every standing, of up to three templates. */
    static List<Candidate> anyPods(Random random) {
        return IntStream.range(0, random.nextInt(9))
                .mapToObj(i -> pod(
                        "pod-" + i,
                        Standing.values()[random.nextInt(3)],
                        List.of("", "old", "new").get(random.nextInt(3)),
                        random.nextInt(4),
                        4 + random.nextInt(4)))
                .toList();
    }

    static Term termOf(Candidate pod) {
        return new Term(NAME, pod.holder(), 7, OPERATOR);
    }

    static Lease runningRow(Candidate holder) {
        return row(holder, Duration.ZERO);
    }

    static Lease endedRow(Candidate holder) {
        return row(holder, Duration.ofNanos(-1));
    }

    private static Lease row(Candidate holder, Duration remaining) {
        return new Lease(
                NAME,
                holder.holder().value(),
                7,
                START,
                START,
                START.plusSeconds(30),
                OPERATOR.value(),
                HolderInfo.UNKNOWN,
                remaining);
    }
}
