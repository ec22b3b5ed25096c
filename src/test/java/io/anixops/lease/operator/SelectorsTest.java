package io.anixops.lease.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.fabric8.kubernetes.api.model.LabelSelectorRequirement;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SelectorsTest {
    private static final Map<String, String> LABELS = Map.of("app", "control", "tier", "back");

    @ParameterizedTest(name = "{0} {1} {2}: {3}")
    @CsvSource({
        "app,  In,           control, true",
        "app,  In,           other,   false",
        "none, In,           control, false",
        "app,  NotIn,        other,   true",
        "app,  NotIn,        control, false",
        "none, NotIn,        control, true",
        "app,  Exists,       '',      true",
        "none, Exists,       '',      false",
        "none, DoesNotExist, '',      true",
        "app,  DoesNotExist, '',      false",
        "app,  Gt,           1,       false"
    })
    void an_expression_matches_as_the_api_server_would(String key, String operator, String value, boolean matches) {
        var rule = new LabelSelectorRequirement(key, operator, value.isEmpty() ? List.of() : List.of("x", value));
        var selector = new LabelSelectorBuilder().withMatchExpressions(rule).build();

        assertThat(Selectors.matches(selector, LABELS)).isEqualTo(matches);
    }

    @Test
    void every_label_and_every_expression_must_match() {
        var selector = new LabelSelectorBuilder()
                .addToMatchLabels("app", "control")
                .addToMatchLabels("tier", "back")
                .withMatchExpressions(new LabelSelectorRequirement("gone", "DoesNotExist", List.of()))
                .build();

        assertThat(Selectors.matches(selector, LABELS)).isTrue();
        assertThat(Selectors.matches(selector, Map.of("app", "control"))).isFalse();
        assertThat(Selectors.matches(selector, Map.of("app", "control", "tier", "back", "gone", "")))
                .isFalse();
    }

    @Test
    void an_empty_selector_matches_nothing() {
        assertThat(Selectors.isEmpty(null)).isTrue();
        assertThat(Selectors.isEmpty(new LabelSelector())).isTrue();
        assertThat(Selectors.isEmpty(new LabelSelector(null, null))).isTrue();
        assertThat(Selectors.matches(null, LABELS)).isFalse();
        assertThat(Selectors.matches(new LabelSelector(), LABELS)).isFalse();
        assertThat(Selectors.matches(new LabelSelector(null, null), LABELS)).isFalse();
    }
}
