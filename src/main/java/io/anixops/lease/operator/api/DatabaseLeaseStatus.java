package io.anixops.lease.operator.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the operator saw and did. A part that is null is not known, or does not apply. Times are RFC 3339 in UTC. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record DatabaseLeaseStatus(
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
        @Nullable List<Condition> conditions) {

    public DatabaseLeaseStatus {
        conditions = conditions == null ? List.of() : List.copyOf(conditions);
    }
}
