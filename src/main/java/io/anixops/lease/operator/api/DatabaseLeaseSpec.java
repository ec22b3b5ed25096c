package io.anixops.lease.operator.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.crd.generator.annotation.SchemaFrom;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.LabelSelector;
import org.jspecify.annotations.Nullable;

/**
 * What a user asks for. Defaults are filled in here too, for API servers that do not know them; nothing throws, since
 * one bad object would stop the informer for all. So only a name and a selector may be null.
 *
 * <p>The rules that forbid a change stand here and not on the fields: a rule on a field is not asked when the field
 * comes or goes.
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@ValidationRule(
        value = "has(self.leaseName) == has(oldSelf.leaseName)"
                + " && (!has(self.leaseName) || self.leaseName == oldSelf.leaseName)",
        message = "leaseName is immutable, and can neither be set nor unset later: delete this DatabaseLease and make a"
                + " new one")
@ValidationRule(
        value = "has(self.scope) == has(oldSelf.scope) && (!has(self.scope) || self.scope == oldSelf.scope)",
        message = "scope is immutable: delete this DatabaseLease and make a new one")
public record DatabaseLeaseSpec(
        @JsonPropertyDescription("Name of the lease; the DatabaseLease's own name when it is left out. It has letters,"
                + " digits and . _ : - only, and starts and ends with a letter or digit. The row in the"
                + " database is named <namespace>/<leaseName>, or exactly leaseName where scope is Shared; a"
                + " row's name has at most 100 characters. Immutable, also from unset to set.")
        @Size(max = 100)
        @ValidationRule(
                value = "self.matches('^[A-Za-z0-9]([A-Za-z0-9._:-]*[A-Za-z0-9])?$')",
                message = "leaseName must have letters, digits and . _ : - only (so no / and no blank), and"
                        + " start and end with a letter or digit")
        @Nullable
        String leaseName,

        @JsonPropertyDescription("Who shares the lease. Namespace: all DatabaseLeases of this namespace and leaseName,"
                + " in every cluster on the same database. Shared: whoever uses the row named exactly leaseName,"
                + " where the operator's administrator permits it for this namespace. Immutable.")
        @Default(SCOPE_NAMESPACE)
        String scope,

        @JsonPropertyDescription(
                "Seconds for which the lease is held without a renewal, 5 to 86400. It is renewed every"
                        + " third of that; the leader's label goes after two thirds without a confirmed renewal. A"
                        + " change takes effect at once.")
        @Default("30")
        @Min(LEAST_TTL_SECONDS)
        @Max(MOST_TTL_SECONDS)
        Long ttlSeconds,

        @JsonPropertyDescription(
                "Who takes and renews the lease. Operator: the operator picks a pod and holds the lease"
                        + " for it. Pods: the pods' own processes hold it, and the operator only reads and labels; for"
                        + " work that must never run twice.")
        @Default(ELECTED_BY_OPERATOR)
        String electedBy,

        @JsonPropertyDescription(
                "The candidates: pods of this namespace with these labels. It must name at least one" + " label.")
        @Required
        @SchemaFrom(type = SelectorSchema.class)
        @Nullable
        LabelSelector selector,

        @JsonPropertyDescription(
                "True takes the label off the leader, releases the lease (where the operator holds it),"
                        + " and lets nobody lead until it is false again.")
        @Default("false")
        Boolean suspend) {
    public static final String SCOPE_NAMESPACE = "Namespace";
    public static final String SCOPE_SHARED = "Shared";
    public static final String ELECTED_BY_OPERATOR = "Operator";
    public static final String ELECTED_BY_PODS = "Pods";
    public static final long LEAST_TTL_SECONDS = 5;
    public static final long MOST_TTL_SECONDS = 86_400;
    public static final long DEFAULT_TTL_SECONDS = 30;

    public DatabaseLeaseSpec {
        scope = scope == null ? SCOPE_NAMESPACE : scope;
        ttlSeconds = ttlSeconds == null ? Long.valueOf(DEFAULT_TTL_SECONDS) : ttlSeconds;
        electedBy = electedBy == null ? ELECTED_BY_OPERATOR : electedBy;
        suspend = suspend == null ? Boolean.FALSE : suspend;
        selector = Lean.of(selector);
    }
}
