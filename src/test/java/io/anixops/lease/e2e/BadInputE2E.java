package io.anixops.lease.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class BadInputE2E extends CrdInputs {
    static List<CrdInput> inputs() {
        return CrdInput.allOf("bad");
    }

    @ParameterizedTest
    @MethodSource("inputs")
    void is_refused_with_its_message(CrdInput input) {
        var result = input.submit(kubectl, namespace);

        assertThat(result.exitCode()).as(result.stdout()).isNotZero();
        assertThat(result.stderr()).contains(input.says());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'leaseName': '%s', 'selector': {'matchLabels': {'app': 'web'}}",
                "'electedBy': '%s', 'selector': {'matchLabels': {'app': 'web'}}",
                "'selector': {'matchLabels': {'app': '%s'}}",
                "'selector': {'matchLabels': {'%s': 'web'}}",
                "'selector': {'matchExpressions': [{'key': '%s', 'operator': 'Exists'}]}",
            })
    void of_a_megabyte_is_refused_too(String spec) {
        var result = create("""
                {'apiVersion': 'lease.anixops.io/v1', 'kind': 'DatabaseLease',
                 'metadata': {'name': 'megabyte'}, 'spec': {%s}}""".formatted(spec.formatted("x".repeat(1_000_000))).replace('\'', '"'));

        assertThat(result.exitCode()).isNotZero();
        assertThat(result.stderr()).containsAnyOf("Too long", "Unsupported value", "a label key in selector must be");
    }

    @Test
    void the_list_is_as_long_as_promised() {
        assertThat(inputs()).hasSizeGreaterThanOrEqualTo(40);
        assertThat(inputs()).noneMatch(input -> Objects.equals(input.says(), ""));
    }

    /** Not applied: that would copy the object into an annotation, which has a limit of its own. */
    private Kubectl.Result create(String document) {
        return kubectl.runWith(document, "create", "-n", namespace, "-f", "-");
    }
}
