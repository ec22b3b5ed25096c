package io.anixops.lease.operator.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.crd.generator.annotation.SchemaFrom;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the operator saw and did. A part that is null is not known, or does not apply. Times are RFC 3339 in UTC. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record DatabaseLeaseStatus(
        @JsonPropertyDescription("Name of the row in the database.") @Nullable
        String leaseName,

        @JsonPropertyDescription("The leader as people name it: its pod, or cluster/pod where it is in another cluster,"
                + " else the holder id.")
        @Nullable
        String leader,

        @JsonPropertyDescription("Holder id of the running term.") @Nullable
        String holder,

        @JsonPropertyDescription("Pod of the holder, where it is known.") @Nullable
        String holderPod,

        @JsonPropertyDescription("Cluster of the holder, where it is known.") @Nullable
        String holderCluster,

        @JsonPropertyDescription("Fencing token: the number of the running term. It rises with every new term.")
        @Nullable
        Long token,

        @JsonPropertyDescription("When the running term began, by the database's clock.") @Nullable
        String acquiredAt,

        @JsonPropertyDescription("When the running term ends unless it is renewed, by the database's clock. Left out"
                + " where it cannot be kept ahead of the clock.")
        @Nullable
        String expiresAt,

        @JsonPropertyDescription("The last renewal shown here, by the database's clock; renewals between two writes of"
                + " the status are not shown.")
        @Nullable
        String renewedAt,

        @JsonPropertyDescription("Terms that this DatabaseLease has seen; 1 with the first.") @Nullable
        Long transitions,

        @JsonPropertyDescription("Generation of the spec that this status speaks of.") @Nullable
        Long observedGeneration,

        @JsonPropertyDescription("Value of the annotation lease.anixops.io/step-down that was seen to last.") @Nullable
        String stepDown,

        @JsonPropertyDescription(
                "Ready: somebody leads, and the labels say so. Held: whether the lease is held, here or"
                        + " elsewhere; Unknown while the database is silent. DatabaseReachable: whether the database"
                        + " answers.")
        @SchemaFrom(type = ConditionSchema[].class)
        List<Condition> conditions) {

    public DatabaseLeaseStatus {
        conditions = conditions == null
                ? List.of()
                : conditions.stream().map(Lean::of).toList();
    }

    /** Where no step down was ever asked for. */
    public DatabaseLeaseStatus(
            @Nullable String leaseName,
            @Nullable String leader,
            @Nullable String holder,
            @Nullable String holderPod,
            @Nullable String holderCluster,
            @Nullable Long token,
            @Nullable String acquiredAt,
            @Nullable String expiresAt,
            @Nullable String renewedAt,
            @Nullable Long transitions,
            @Nullable Long observedGeneration,
            List<Condition> conditions) {
        this(
                leaseName,
                leader,
                holder,
                holderPod,
                holderCluster,
                token,
                acquiredAt,
                expiresAt,
                renewedAt,
                transitions,
                observedGeneration,
                null,
                conditions);
    }

    public DatabaseLeaseStatus withStepDown(@Nullable String seenTo) {
        return with(expiresAt, renewedAt, seenTo);
    }

    /** Nothing is known yet. */
    public static DatabaseLeaseStatus empty() {
        return new DatabaseLeaseStatus(null, null, null, null, null, null, null, null, null, null, null, List.of());
    }

    /** The same, silent about the times that move. */
    public DatabaseLeaseStatus withoutExpiry() {
        return with(null, null, stepDown);
    }

    private DatabaseLeaseStatus with(
            @Nullable String expires, @Nullable String renewed, @Nullable String stepDownSeenTo) {
        return new DatabaseLeaseStatus(
                leaseName,
                leader,
                holder,
                holderPod,
                holderCluster,
                token,
                acquiredAt,
                expires,
                renewed,
                transitions,
                observedGeneration,
                stepDownSeenTo,
                conditions);
    }
}
