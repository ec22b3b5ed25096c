package io.anixops.lease.operator;

import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * By what selectors and pods find each other in an index, so that neither has to look at all of the other's namespace:
 * whatever a selector matches has an anchor in common with it. The reverse does not hold.
 */
final class Anchors {
    /** Of a selector that asks for no label of a certain value; every pod has it. */
    private static final String ANY = "";

    private Anchors() {}

    /** One label that it asks for, or each value that it permits one to have. */
    static Stream<String> of(String namespace, @Nullable LabelSelector selector) {
        if (selector == null || Selectors.isEmpty(selector)) {
            return Stream.empty();
        }
        return pairs(selector).stream().map(pair -> namespace + "/" + pair);
    }

    /** Each of its labels, but not those that we ourselves put there. */
    static List<String> of(Pod pod) {
        var labels = Keys.labels(pod).entrySet().stream()
                .filter(label -> !Keys.isOurs(label.getKey()))
                .map(label -> pair(label.getKey(), label.getValue()));
        return Stream.concat(labels, Stream.of(ANY))
                .map(pair -> pod.getMetadata().getNamespace() + "/" + pair)
                .toList();
    }

    private static Set<String> pairs(LabelSelector selector) {
        return label(selector).map(Set::of).or(() -> values(selector)).orElse(Set.of(ANY));
    }

    private static Optional<String> label(LabelSelector selector) {
        return Stream.ofNullable(selector.getMatchLabels())
                .flatMap(labels -> new TreeMap<>(labels).entrySet().stream()) // the same one each time
                .filter(label -> !Keys.isOurs(label.getKey()))
                .map(label -> pair(label.getKey(), label.getValue()))
                .findFirst();
    }

    private static Optional<Set<String>> values(LabelSelector selector) {
        return Stream.ofNullable(selector.getMatchExpressions())
                .flatMap(List::stream)
                .filter(rule -> rule.getOperator().equals("In") && !Keys.isOurs(rule.getKey()))
                .map(rule -> rule.getValues().stream()
                        .map(value -> pair(rule.getKey(), value))
                        .collect(Collectors.toSet()))
                .findFirst();
    }

    private static String pair(String key, String value) {
        return key + "=" + value;
    }
}
