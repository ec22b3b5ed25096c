package io.anixops.lease.operator;

import io.anixops.lease.operator.api.DatabaseLeaseStatus;
import io.anixops.lease.operator.decision.Reason;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.Optional;

/** Who leads, as a status tells it. */
record Leadership(Where where, String leader, String holder, long token) {
    enum Where {
        /** A pod of this cluster, by our hand. */
        HERE,
        /** Somebody whom we do not renew for. */
        ELSEWHERE,
        NOBODY,
        /** The database was silent, or was not asked, or the status is new. */
        UNKNOWN
    }

    static Leadership in(DatabaseLeaseStatus status) {
        return new Leadership(
                Conditions.find(status.conditions(), Conditions.HELD)
                        .map(Leadership::where)
                        .orElse(Where.UNKNOWN),
                Optional.ofNullable(status.leader()).orElse(""),
                Optional.ofNullable(status.holder()).orElse(""),
                Optional.ofNullable(status.token()).orElse(0L));
    }

    private static Where where(Condition held) {
        return switch (held.getStatus()) {
            case Conditions.TRUE -> held.getReason().equals(Reason.LEADER_HERE.text()) ? Where.HERE : Where.ELSEWHERE;
            case Conditions.FALSE -> Where.NOBODY;
            default -> Where.UNKNOWN;
        };
    }

    boolean isHere() {
        return where == Where.HERE;
    }

    boolean isSameTermAs(Leadership other) {
        return token > 0 && token == other.token;
    }
}
