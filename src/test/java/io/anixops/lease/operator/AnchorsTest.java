package io.anixops.lease.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.fabric8.kubernetes.api.model.LabelSelectorRequirement;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AnchorsTest {
    private static final Pod POD = Samples.pod(
            "web-1",
            Map.of("app", "web", "tier", "back", Samples.KEYS.token(), "7", Samples.KEYS.leader(), "true"),
            Map.of());

    static Stream<LabelSelector> selectorsThatMatch() {
        return Stream.of(
                new LabelSelectorBuilder().addToMatchLabels("app", "web").build(),
                new LabelSelectorBuilder()
                        .addToMatchLabels(Map.of("tier", "back", "app", "web"))
                        .build(),
                new LabelSelectorBuilder()
                        .addToMatchLabels(Samples.KEYS.leader(), "true")
                        .build(),
                withRule("app", "In", "other", "web"),
                withRule("app", "NotIn", "other"),
                withRule("app", "Exists"),
                withRule("gone", "DoesNotExist"),
                withRule(Samples.KEYS.token(), "In", "7"));
    }

    @ParameterizedTest
    @MethodSource("selectorsThatMatch")
    void a_selector_has_an_anchor_in_common_with_each_pod_that_it_matches(LabelSelector selector) {
        assertThat(Selectors.matches(selector, Keys.labels(POD))).isTrue();
        assertThat(Anchors.of(Samples.NAMESPACE, selector)).containsAnyElementsOf(Anchors.of(POD));
    }

    @Test
    void a_selector_that_asks_for_a_value_has_none_in_common_with_pods_of_another_value_or_namespace() {
        var selector =
                new LabelSelectorBuilder().addToMatchLabels("app", "other").build();
        var same = new LabelSelectorBuilder().addToMatchLabels("app", "web").build();

        assertThat(Anchors.of(Samples.NAMESPACE, selector)).doesNotContainAnyElementsOf(Anchors.of(POD));
        assertThat(Anchors.of("elsewhere", same)).doesNotContainAnyElementsOf(Anchors.of(POD));
    }

    @Test
    void an_empty_selector_has_none() {
        assertThat(Anchors.of(Samples.NAMESPACE, null)).isEmpty();
        assertThat(Anchors.of(Samples.NAMESPACE, new LabelSelector())).isEmpty();
    }

    private static LabelSelector withRule(String key, String operator, String... values) {
        return new LabelSelectorBuilder()
                .withMatchExpressions(new LabelSelectorRequirement(key, operator, List.of(values)))
                .build();
    }
}
