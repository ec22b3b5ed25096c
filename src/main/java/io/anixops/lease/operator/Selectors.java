package io.anixops.lease.operator;

import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorRequirement;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Label selectors, judged on a cache as the API server would. An empty selector matches nothing here. */
final class Selectors {
    private Selectors() {}

    static boolean isEmpty(@Nullable LabelSelector selector) {
        return selector == null || (isEmpty(selector.getMatchLabels()) && isEmpty(selector.getMatchExpressions()));
    }

    private static boolean isEmpty(@Nullable Map<String, String> labels) {
        return labels == null || labels.isEmpty();
    }

    private static boolean isEmpty(@Nullable List<LabelSelectorRequirement> rules) {
        return rules == null || rules.isEmpty();
    }

    static boolean matches(@Nullable LabelSelector selector, Map<String, String> labels) {
        if (selector == null || isEmpty(selector)) {
            return false;
        }
        var wanted = selector.getMatchLabels();
        var expressions = selector.getMatchExpressions();
        return (wanted == null || labels.entrySet().containsAll(wanted.entrySet()))
                && (expressions == null || expressions.stream().allMatch(rule -> matches(rule, labels)));
    }

    private static boolean matches(LabelSelectorRequirement rule, Map<String, String> labels) {
        var value = labels.get(rule.getKey());
        return switch (rule.getOperator()) {
            case "In" -> value != null && rule.getValues().contains(value);
            case "NotIn" -> value == null || !rule.getValues().contains(value);
            case "Exists" -> value != null;
            case "DoesNotExist" -> value == null;
            default -> false; // an operator of a later API version selects nobody
        };
    }
}
