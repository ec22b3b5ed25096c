package io.anixops.lease.operator;

import io.anixops.lease.HolderId;
import io.anixops.lease.HolderInfo;
import io.anixops.lease.Lease;
import io.anixops.lease.Printable;
import io.anixops.lease.operator.api.DatabaseLeaseStatus;
import io.anixops.lease.operator.decision.Outcome;
import io.anixops.lease.operator.decision.Reason;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a status shall say, given what holds. Pure: the same arguments give the same status. */
final class Statuses {
    private final DatabaseLeaseStatus before;
    private final @Nullable String rowName;
    private final @Nullable String cluster;
    private final Conditions conditions;

    Statuses(
            DatabaseLeaseStatus before,
            long generation,
            @Nullable String rowName,
            @Nullable String cluster,
            Instant now) {
        this.before = before;
        this.rowName = rowName;
        this.cluster = cluster;
        this.conditions = new Conditions(before.conditions(), generation, now);
    }

    DatabaseLeaseStatus of(Outcome outcome, LabelResult label) {
        return outcome.match(
                leads -> ofLeader(leads, label),
                itself -> ofLeaderByItself(itself, label),
                elsewhere -> ofHolderElsewhere(elsewhere.row(), ""),
                this::ofNobody);
    }

    private DatabaseLeaseStatus ofLeader(Outcome.Leads leads, LabelResult label) {
        var pod = leads.leader().pod();
        var leading = "pod %s leads with token %d".formatted(pod, leads.term().token());
        var ready = label.match(
                labelled -> conditions.of(Conditions.READY, Conditions.TRUE, Reason.LEADER_HERE, leading),
                pending -> conditions.of(
                        Conditions.READY,
                        Conditions.FALSE,
                        Reason.LABEL_PENDING,
                        "%s, but does not bear the label yet: %s".formatted(leading, pending.why())),
                higher -> conditions.of(
                        Conditions.READY,
                        Conditions.FALSE,
                        Reason.TOKEN_REGRESSED,
                        "token %d is below token %d, which a pod bears; a new term is begun above it"
                                .formatted(leads.term().token(), higher.token())));
        var silence = leads.silence();
        var database = silence == null
                ? reachable()
                : conditions.of(
                        Conditions.DATABASE_REACHABLE,
                        Conditions.FALSE,
                        silence.why(),
                        "the last renewal was not confirmed: " + silence.message());
        return held(leads.row(), pod, pod, cluster, ready, Reason.LEADER_HERE, leading, database);
    }

    private DatabaseLeaseStatus ofLeaderByItself(Outcome.HoldsItself itself, LabelResult label) {
        var pod = itself.leader().pod();
        var row = itself.row();
        var leading = "pod %s leads with token %d".formatted(pod, row.token());
        var ready = label.match(
                labelled -> itself.obstacle() == null
                        ? conditions.of(Conditions.READY, Conditions.TRUE, Reason.LEADER_HERE, leading)
                        : unlabelled(leading, itself.obstacle()),
                pending -> unlabelled(leading, pending.why()),
                higher -> regressed(row, higher.token()));
        var held = label.match(
                labelled -> Reason.LEADER_HERE, pending -> Reason.LEADER_HERE, higher -> Reason.TOKEN_REGRESSED);
        var database = itself.confirmed()
                ? reachable()
                : conditions.of(
                        Conditions.DATABASE_REACHABLE,
                        Conditions.FALSE,
                        Reason.DATABASE_UNREACHABLE,
                        "the database has not answered the last reading");
        return held(row, pod, pod, cluster, ready, held, leading, database);
    }

    private Condition unlabelled(String leading, String why) {
        return conditions.of(
                Conditions.READY,
                Conditions.FALSE,
                Reason.LABEL_PENDING,
                "%s, and does not bear the label: %s".formatted(leading, why));
    }

    /** Its term is not ours to end: an administrator sets it right. */
    private Condition regressed(Lease row, long seen) {
        return conditions.of(
                Conditions.READY,
                Conditions.FALSE,
                Reason.TOKEN_REGRESSED,
                "token %d is below token %d, which a pod bears; an administrator has to raise it: lease raise-token %s --above %d"
                        .formatted(row.token(), seen, row.name(), seen));
    }

    private DatabaseLeaseStatus ofHolderElsewhere(Lease row, String addition) {
        var info = row.holderInfo();
        var known = isOfAnotherCluster(info);
        var leader = leaderOf(row);
        var reason = known ? Reason.LEADER_ELSEWHERE : Reason.HOLDER_UNKNOWN;
        var message = known
                ? "%s leads with token %d%s".formatted(leader, row.token(), addition)
                : "holder %s has it, and no candidate here is that holder".formatted(leader);
        var ready = conditions.of(Conditions.READY, known ? Conditions.TRUE : Conditions.FALSE, reason, message);
        return held(row, leader, printable(info.pod()), printable(info.cluster()), ready, reason, message, reachable());
    }

    private DatabaseLeaseStatus ofNobody(Outcome.Idle idle) {
        var row = idle.row();
        var ready = conditions.of(Conditions.READY, Conditions.FALSE, idle.why(), idle.message());
        if (row == null) {
            return unknownHolder(idle, ready);
        }
        if (!row.isFree() && idle.why() == Reason.NO_CANDIDATE && isOfAnotherCluster(row.holderInfo())) {
            return ofHolderElsewhere(row, "; here, " + idle.message()); // somebody leads, as in every passive cluster
        }
        if (!row.isFree()) {
            return held(
                    row,
                    leaderOf(row),
                    printable(row.holderInfo().pod()),
                    printable(row.holderInfo().cluster()),
                    ready,
                    idle.why(),
                    "holder %s has it".formatted(shown(row.holder())),
                    reachable());
        }
        return new DatabaseLeaseStatus(
                rowName,
                null,
                null,
                null,
                null,
                row.token() == 0 ? null : row.token(),
                null,
                null,
                null,
                before.transitions(),
                conditions.generation(),
                List.of(
                        ready,
                        conditions.of(Conditions.HELD, Conditions.FALSE, idle.why(), "nobody holds the lease"),
                        reachable()));
    }

    /** The database was silent, or was not asked: nobody is claimed to hold it. */
    private DatabaseLeaseStatus unknownHolder(Outcome.Idle idle, Condition ready) {
        var database = switch (idle.why()) {
            case DATABASE_UNREACHABLE, DATABASE_READ_ONLY, DATABASE_STORAGE, SCHEMA_MISSING, SCHEMA_TOO_NEW ->
                conditions.of(Conditions.DATABASE_REACHABLE, Conditions.FALSE, idle.why(), idle.message());
            case NO_CANDIDATE, SUSPENDED -> reachable(); // asked, and there is no row
            default -> conditions.unchanged(Conditions.DATABASE_REACHABLE, idle.why(), "the database was not asked");
        };
        var noRow = idle.why() == Reason.NO_CANDIDATE || idle.why() == Reason.SUSPENDED;
        var held = noRow
                ? conditions.of(Conditions.HELD, Conditions.FALSE, idle.why(), "nobody holds the lease")
                : conditions.of(Conditions.HELD, Conditions.UNKNOWN, idle.why(), idle.message());
        return new DatabaseLeaseStatus(
                rowName,
                null,
                null,
                null,
                null,
                before.token(),
                null,
                null,
                null,
                before.transitions(),
                conditions.generation(),
                List.of(ready, held, database));
    }

    private DatabaseLeaseStatus held(
            Lease row,
            String leader,
            @Nullable String pod,
            @Nullable String podsCluster,
            Condition ready,
            Reason reason,
            String message,
            Condition database) {
        return new DatabaseLeaseStatus(
                rowName,
                leader,
                shown(row.holder()),
                pod,
                podsCluster,
                row.token(),
                time(row.acquiredAt()),
                time(row.expiresAt()),
                time(row.renewedAt()),
                transitions(row),
                conditions.generation(),
                List.of(ready, conditions.of(Conditions.HELD, Conditions.TRUE, reason, message), database));
    }

    private boolean isOfAnotherCluster(HolderInfo info) {
        return info.cluster() != null && !info.cluster().equals(cluster) && info.pod() != null;
    }

    /** As people name it, of a row that nobody here leads by. */
    private String leaderOf(Lease row) {
        var info = row.holderInfo();
        return shown(isOfAnotherCluster(info) ? info.cluster() + "/" + info.pod() : row.holder());
    }

    /** A term that this resource has not seen yet counts. */
    private long transitions(Lease row) {
        var counted = Optional.ofNullable(before.transitions()).orElse(0L);
        return before.token() != null && before.token() == row.token() && counted > 0 ? counted : counted + 1;
    }

    private Condition reachable() {
        return conditions.of(Conditions.DATABASE_REACHABLE, Conditions.TRUE, Reason.REACHABLE, "the database answers");
    }

    private static String shown(String text) {
        return Printable.of(text, HolderId.MAX_LENGTH);
    }

    private static @Nullable String printable(@Nullable String text) {
        return text == null ? null : shown(text);
    }

    private static @Nullable String time(@Nullable Instant instant) {
        return instant == null ? null : StatusChange.seconds(instant);
    }
}
