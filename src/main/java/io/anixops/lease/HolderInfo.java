package io.anixops.lease;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Where a holder lives, as far as it is known: a part that is null is not known. */
public record HolderInfo(
        @Nullable String cluster,
        @Nullable String namespace,
        @Nullable String pod,
        @Nullable String uid,
        @Nullable String node) {

    /** Nothing is known. */
    public static final HolderInfo UNKNOWN = new HolderInfo(null, null, null, null, null);

    /**
     * What the environment tells: {@code CLUSTER_NAME}, {@code POD_NAMESPACE}, {@code POD_NAME}, {@code POD_UID},
     * {@code NODE_NAME}. A variable that is unset or empty leaves its part unknown.
     */
    public static HolderInfo from(Map<String, String> environment) {
        return new HolderInfo(
                known(environment, "CLUSTER_NAME"),
                known(environment, "POD_NAMESPACE"),
                known(environment, "POD_NAME"),
                known(environment, "POD_UID"),
                known(environment, "NODE_NAME"));
    }

    public boolean isUnknown() {
        return equals(UNKNOWN);
    }

    private static @Nullable String known(Map<String, String> environment, String variable) {
        var value = environment.get(variable);
        return value == null || value.isBlank() ? null : value;
    }
}
