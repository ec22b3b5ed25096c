package io.anixops.lease.operator;

import io.anixops.lease.LeaseName;
import io.anixops.lease.Printable;
import io.anixops.lease.operator.api.DatabaseLease;
import io.anixops.lease.operator.api.DatabaseLeaseSpec;
import io.anixops.lease.operator.decision.Reason;
import java.time.Duration;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Which row a custom resource stands for; or why it stands for none. The API server has checked most of it before. */
sealed interface LeaseRow {
    /** So long may be what stands behind the slash of a label's key. */
    int LONGEST_RESOURCE_NAME = 63;

    <T> T match(Function<Named, T> named, Function<Refused, T> refused);

    /** Who takes and renews the lease. */
    enum ElectedBy {
        OPERATOR,
        PODS
    }

    record Named(LeaseName name, Duration ttl, ElectedBy electedBy) implements LeaseRow {
        @Override
        public <T> T match(Function<Named, T> named, Function<Refused, T> refused) {
            return named.apply(this);
        }
    }

    /**
     * No row.
     *
     * @param former the one that the resource may have had before a permission was taken back, or null
     */
    record Refused(Reason why, String message, @Nullable LeaseName former) implements LeaseRow {
        Refused(Reason why, String message) {
            this(why, message, null);
        }

        @Override
        public <T> T match(Function<Named, T> named, Function<Refused, T> refused) {
            return refused.apply(this);
        }
    }

    /** Its row. Rows that are no namespace's own are for those whom {@code shared} permits. */
    static LeaseRow of(DatabaseLease resource, SharedLeases shared) {
        var spec = resource.getSpec();
        return spec == null
                ? invalid("spec is missing")
                : checked(resource, spec).match(named -> permitted(resource, spec, named, shared), refused -> refused);
    }

    private static LeaseRow permitted(
            DatabaseLease resource, DatabaseLeaseSpec spec, Named named, SharedLeases shared) {
        var namespace = resource.getMetadata().getNamespace();
        if (!isShared(spec) || shared.permits(namespace, named.name().value())) {
            return named;
        }
        return new Refused(
                Reason.NOT_PERMITTED,
                "spec.scope Shared: namespace %s is not permitted to have lease %s; the operator's administrator permits it by --shared-leases"
                        .formatted(namespace, named.name()),
                named.name());
    }

    private static boolean isShared(DatabaseLeaseSpec spec) {
        return spec.scope().equals(DatabaseLeaseSpec.SCOPE_SHARED);
    }

    private static LeaseRow checked(DatabaseLease resource, DatabaseLeaseSpec spec) {
        if (!Set.of(DatabaseLeaseSpec.SCOPE_NAMESPACE, DatabaseLeaseSpec.SCOPE_SHARED)
                .contains(spec.scope())) {
            return invalid("spec.scope '%s' is neither Namespace nor Shared".formatted(Printable.of(spec.scope())));
        }
        if (!Set.of(DatabaseLeaseSpec.ELECTED_BY_OPERATOR, DatabaseLeaseSpec.ELECTED_BY_PODS)
                .contains(spec.electedBy())) {
            return invalid(
                    "spec.electedBy '%s' is neither Operator nor Pods".formatted(Printable.of(spec.electedBy())));
        }
        if (Selectors.isEmpty(spec.selector())) {
            return invalid("spec.selector is empty, and must name the pods that may lead");
        }
        if (resource.getMetadata().getName().length() > LONGEST_RESOURCE_NAME) {
            return invalid("metadata.name has %d characters, and must have at most %d to be part of a label's key"
                    .formatted(resource.getMetadata().getName().length(), LONGEST_RESOURCE_NAME));
        }
        return named(resource, spec);
    }

    private static LeaseRow named(DatabaseLease resource, DatabaseLeaseSpec spec) {
        var metadata = resource.getMetadata();
        var leaseName = spec.leaseName() == null ? metadata.getName() : spec.leaseName();
        var seconds = spec.ttlSeconds();
        if (seconds < DatabaseLeaseSpec.LEAST_TTL_SECONDS || seconds > DatabaseLeaseSpec.MOST_TTL_SECONDS) {
            return invalid("spec.ttlSeconds is %d, and must lie between %d and %d"
                    .formatted(seconds, DatabaseLeaseSpec.LEAST_TTL_SECONDS, DatabaseLeaseSpec.MOST_TTL_SECONDS));
        }
        try {
            return new Named(
                    isShared(spec)
                            ? LeaseName.alone(leaseName)
                            : LeaseName.inNamespace(metadata.getNamespace(), leaseName),
                    Duration.ofSeconds(seconds),
                    spec.electedBy().equals(DatabaseLeaseSpec.ELECTED_BY_PODS) ? ElectedBy.PODS : ElectedBy.OPERATOR);
        } catch (IllegalArgumentException e) {
            return invalid(String.valueOf(e.getMessage()));
        }
    }

    private static Refused invalid(String message) {
        return new Refused(Reason.INVALID_SPEC, message);
    }
}
