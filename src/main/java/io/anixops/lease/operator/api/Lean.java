package io.anixops.lease.operator.api;

import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Lets go of what a resource has and nobody asks for, when it was read: an operator keeps thousands. Of what is empty there
 * is one for all, instead of a list or map for each.
 */
final class Lean {
    /** A whole copy of the resource, which kubectl apply keeps for itself. */
    private static final String LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

    private Lean() {}

    /** Without the record of who wrote which field either, which is larger than the rest. */
    static ObjectMeta of(ObjectMeta metadata) {
        metadata.setManagedFields(null);
        metadata.setAnnotations(withoutLastApplied(metadata.getAnnotations()));
        metadata.setLabels(of(metadata.getLabels()));
        metadata.setFinalizers(of(metadata.getFinalizers()));
        metadata.setOwnerReferences(of(metadata.getOwnerReferences()));
        metadata.setAdditionalProperties(of(metadata.getAdditionalProperties()));
        return metadata;
    }

    static @Nullable LabelSelector of(@Nullable LabelSelector selector) {
        if (selector != null) {
            selector.setMatchLabels(of(selector.getMatchLabels()));
            selector.setMatchExpressions(of(selector.getMatchExpressions()));
            selector.setAdditionalProperties(of(selector.getAdditionalProperties()));
        }
        return selector;
    }

    static Condition of(Condition condition) {
        condition.setAdditionalProperties(of(condition.getAdditionalProperties()));
        return condition;
    }

    private static @Nullable Map<String, String> withoutLastApplied(@Nullable Map<String, String> annotations) {
        if (annotations != null && annotations.containsKey(LAST_APPLIED)) {
            annotations.remove(LAST_APPLIED);
        }
        return of(annotations);
    }

    private static <T> @Nullable List<T> of(@Nullable List<T> list) {
        return list != null && list.isEmpty() ? List.of() : list;
    }

    /** One entry is the rule for a selector, and a map that could have more is six times as large. */
    private static <V> @Nullable Map<String, V> of(@Nullable Map<String, V> map) {
        return map != null && map.size() < 2 && map.values().stream().allMatch(Objects::nonNull)
                ? Map.copyOf(map)
                : map;
    }
}
