package io.anixops.lease.operator;

import io.anixops.lease.operator.decision.Reason;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/** Conditions as everywhere: the time of a transition moves only when the status does. */
record Conditions(List<Condition> before, long generation, Instant now) {
    static final String READY = "Ready";
    static final String HELD = "Held";
    static final String DATABASE_REACHABLE = "DatabaseReachable";

    static final String TRUE = "True";
    static final String FALSE = "False";
    static final String UNKNOWN = "Unknown";

    Condition of(String type, String status, Reason reason, String message) {
        return new ConditionBuilder()
                .withType(type)
                .withStatus(status)
                .withReason(reason.text())
                .withMessage(message)
                .withObservedGeneration(generation)
                .withLastTransitionTime(find(before, type)
                        .filter(old -> old.getStatus().equals(status))
                        .map(Condition::getLastTransitionTime)
                        .orElse(now.truncatedTo(ChronoUnit.SECONDS).toString()))
                .build();
    }

    /** The condition as it was, or unknown where there was none. */
    Condition unchanged(String type, Reason reason, String message) {
        return find(before, type).orElseGet(() -> of(type, UNKNOWN, reason, message));
    }

    static Optional<Condition> find(List<Condition> conditions, String type) {
        return conditions.stream()
                .filter(condition -> condition.getType().equals(type))
                .findFirst();
    }
}
