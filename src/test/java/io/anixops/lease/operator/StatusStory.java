package io.anixops.lease.operator;

import io.anixops.lease.HolderId;
import io.anixops.lease.HolderInfo;
import io.anixops.lease.Lease;
import io.anixops.lease.LeaseName;
import io.anixops.lease.Term;
import io.anixops.lease.operator.api.DatabaseLeaseStatus;
import io.anixops.lease.operator.decision.Candidate;
import io.anixops.lease.operator.decision.Outcome;
import io.anixops.lease.operator.decision.Reason;
import io.anixops.lease.operator.decision.Silence;
import io.anixops.lease.operator.decision.Standing;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What happens to one lease, step by step: each gives the Events that its status deserves, "Reason: note". */
final class StatusStory {
    private static final LeaseName ROW = LeaseName.of("control/jobs");
    private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");
    private static final LabelResult LABELLED = new LabelResult.Labelled();

    private DatabaseLeaseStatus status = DatabaseLeaseStatus.empty();

    DatabaseLeaseStatus status() {
        return status;
    }

    List<String> leads(String pod, long token) {
        return leads(pod, "1", token, LABELLED, null);
    }

    List<String> leadsInItsNextLife(String pod, long token) {
        return leads(pod, "2", token, LABELLED, null);
    }

    List<String> leadsWithout(LabelResult label, String pod, long token) {
        return leads(pod, "1", token, label, null);
    }

    List<String> leadsUnconfirmed(String pod, long token) {
        return leads(pod, "1", token, LABELLED, new Silence(Reason.DATABASE_UNREACHABLE, "it did not answer"));
    }

    List<String> elsewhere(String cluster, String pod, long token) {
        var info = new HolderInfo(cluster, "control", pod, "uid", null);
        return next(new Outcome.Elsewhere(row(pod + "-x", token, info)), LABELLED);
    }

    List<String> idle(Reason why, String message) {
        return next(new Outcome.Idle(why, message, null), LABELLED);
    }

    List<String> idleWithFreeRow(Reason why, String message, long token) {
        var free = new Lease(ROW, "gone", token, NOW, NOW, NOW, "op", HolderInfo.UNKNOWN, Duration.ofSeconds(-1));
        return next(new Outcome.Idle(why, message, free), LABELLED);
    }

    private List<String> leads(String pod, String life, long token, LabelResult label, @Nullable Silence silence) {
        var holder = HolderId.of(pod + "-" + life);
        var candidate = new Candidate(pod, life, "node", holder, Standing.READY, "", NOW, NOW);
        var term = new Term(ROW, holder, token, HolderId.of("op"));
        var row = row(holder.value(), token, new HolderInfo(null, "control", pod, life, "node"));
        return next(new Outcome.Leads(term, candidate, row, silence), label);
    }

    private List<String> next(Outcome outcome, LabelResult label) {
        var before = status;
        status = new Statuses(before, 1, ROW.value(), null, NOW).of(outcome, label);
        return EventsFor.change(before, status).stream()
                .map(note -> note.reason().text() + ": " + note.text())
                .toList();
    }

    private static Lease row(String holder, long token, @Nullable HolderInfo info) {
        return new Lease(ROW, holder, token, NOW, NOW, NOW.plusSeconds(30), "op", info, Duration.ofSeconds(30));
    }
}
