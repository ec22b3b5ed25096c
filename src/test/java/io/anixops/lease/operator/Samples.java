package io.anixops.lease.operator;

import io.anixops.lease.HolderId;
import io.anixops.lease.HolderInfo;
import io.anixops.lease.Lease;
import io.anixops.lease.LeaseName;
import io.anixops.lease.Term;
import io.anixops.lease.operator.decision.Candidate;
import io.anixops.lease.operator.decision.Standing;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/** Rows, terms, pods and holdings for tests that need just any. */
final class Samples {
    static final String NAMESPACE = "control";
    static final LeaseName NAME = LeaseName.of("control/jobs");
    static final ResourceID JOBS = new ResourceID("jobs", NAMESPACE);
    static final Keys KEYS = new Keys("jobs");
    static final HolderId OPERATOR = HolderId.of("operator-1");
    static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    static final Duration TTL = Duration.ofSeconds(30);

    private Samples() {}

    static Candidate candidate(String pod, Standing standing) {
        return new Candidate(
                pod,
                "uid-" + pod,
                "node-1",
                HolderId.of(pod + "-1"),
                standing,
                "",
                START,
                standing == Standing.READY ? START : Instant.MAX);
    }

    static Candidate ready(String pod) {
        return candidate(pod, Standing.READY);
    }

    static Term term(String pod, long token) {
        return new Term(NAME, HolderId.of(pod + "-1"), token, OPERATOR);
    }

    static Lease row(String holder, long token, HolderInfo info, Duration remaining) {
        return new Lease(NAME, holder, token, START, START, START.plus(TTL), OPERATOR.value(), info, remaining);
    }

    static Lease row(String holder, long token) {
        return row(holder, token, HolderInfo.UNKNOWN, TTL);
    }

    /** The lease "jobs", held for a pod since just now. */
    static Holding holding(String pod, long token, Duration ttl, long now) {
        return Holding.confirmed(JOBS, "uid-jobs", ready(pod), term(pod, token), row(pod + "-1", token), ttl, now);
    }

    static Pod pod(String name, Map<String, String> labels, Map<String, String> annotations) {
        return new PodBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace(NAMESPACE)
                .withUid("uid-" + name)
                .withResourceVersion("5")
                .withCreationTimestamp(START.toString())
                .withLabels(labels)
                .withAnnotations(annotations)
                .endMetadata()
                .build();
    }

    /** A pod that has the lease's token and a nonce, and the leader label or not. */
    static Pod marked(String name, String token, boolean leads) {
        var labels = leads ? Map.of(KEYS.token(), token, KEYS.leader(), "true") : Map.of(KEYS.token(), token);
        return pod(name, labels, Map.of(KEYS.nonce(), "n0"));
    }
}
