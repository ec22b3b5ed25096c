package io.anixops.lease.operator.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.fabric8.kubernetes.api.model.LabelSelector;
import org.jspecify.annotations.Nullable;

/**
 * What a user asks for. Defaults are filled in here too, for API servers that do not know them; nothing throws, since
 * one bad object would stop the informer for all.
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record DatabaseLeaseSpec(
        @Nullable String leaseName,
        @Nullable String scope,
        @Nullable Long ttlSeconds,
        @Nullable String electedBy,
        @Nullable LabelSelector selector,
        @Nullable Boolean suspend) {
    public static final String SCOPE_NAMESPACE = "Namespace";
    public static final String SCOPE_SHARED = "Shared";
    public static final String ELECTED_BY_OPERATOR = "Operator";
    public static final String ELECTED_BY_PODS = "Pods";
    public static final long DEFAULT_TTL_SECONDS = 30;

    public DatabaseLeaseSpec {
        scope = scope == null ? SCOPE_NAMESPACE : scope;
        ttlSeconds = ttlSeconds == null ? Long.valueOf(DEFAULT_TTL_SECONDS) : ttlSeconds;
        electedBy = electedBy == null ? ELECTED_BY_OPERATOR : electedBy;
        suspend = suspend == null ? Boolean.FALSE : suspend;
    }
}
