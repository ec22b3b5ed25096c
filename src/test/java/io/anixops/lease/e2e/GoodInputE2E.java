package io.anixops.lease.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class GoodInputE2E extends CrdInputs {
    static List<CrdInput> inputs() {
        return CrdInput.allOf("good");
    }

    @ParameterizedTest
    @MethodSource("inputs")
    void is_accepted_however_odd(CrdInput input) {
        input.submit(kubectl, namespace).orFail();
    }

    @Test
    void the_list_is_as_long_as_promised() {
        assertThat(inputs()).hasSizeGreaterThanOrEqualTo(15);
    }

    @Test
    void what_is_left_out_gets_its_default() {
        create("defaults");

        assertThat(field("defaults", "{.spec.scope} {.spec.ttlSeconds} {.spec.electedBy} {.spec.suspend}"))
                .isEqualTo("Namespace 30 Operator false");
        assertThat(field("defaults", "{.spec.leaseName}")).isEmpty();
    }

    @Test
    void columns_come_in_their_order_and_an_expiry_far_ahead_is_shown_as_it_is() {
        create("columns");
        kubectl.run("patch", "dbl", "columns", "-n", namespace, "--subresource=status", "--type=merge", "-p", """
                {"status": {"leader": "web-0", "holder": "web-0-1a2b3c4d", "token": 4294967297,
                  "expiresAt": "2099-01-01T00:00:00Z", "conditions": [
                  {"type": "Held", "status": "Unknown", "reason": "DatabaseUnreachable", "message": "m",
                   "lastTransitionTime": "2026-01-01T00:00:00Z"},
                  {"type": "Ready", "status": "True", "reason": "LeaderHere", "message": "m",
                   "lastTransitionTime": "2026-01-01T00:00:00Z"}]}}""")
                .orFail();

        var lines = table("dblease", "columns", "-o", "wide");
        assertThat(lines.get(0))
                .containsExactly(
                        "NAME", "LEADER", "EXPIRES", "TTL", "READY", "AGE", "HOLDER", "TOKEN", "ELECTED-BY", "REASON");
        assertThat(lines.get(1))
                .containsSubsequence("columns", "web-0", "2099-01-01T00:00:00Z", "30", "True")
                .endsWith("web-0-1a2b3c4d", "4294967297", "Operator", "LeaderHere");
        assertThat(table("databaseleases", "columns").get(0))
                .containsExactly("NAME", "LEADER", "EXPIRES", "TTL", "READY", "AGE");
    }

    @Test
    void every_field_of_the_spec_is_explained() {
        for (var name : List.of("leaseName", "scope", "ttlSeconds", "electedBy", "selector", "suspend")) {
            assertThat(kubectl.run("explain", "databaselease.spec." + name).orFail())
                    .doesNotContain("<empty>")
                    .contains("DESCRIPTION:");
        }
    }

    private void create(String name) {
        kubectl.apply("""
                {apiVersion: lease.anixops.io/v1, kind: DatabaseLease, metadata: {name: %s, namespace: %s},
                 spec: {selector: {matchLabels: {app: web}}}}""".formatted(name, namespace));
    }

    private String field(String name, String path) {
        return kubectl.run("get", "dbl", name, "-n", namespace, "-o", "jsonpath=" + path)
                .orFail();
    }

    private List<List<String>> table(String kind, String name, String... more) {
        var arguments = new ArrayList<>(List.of("get", kind, name, "-n", namespace));
        arguments.addAll(List.of(more));
        return kubectl.run(arguments.toArray(String[]::new))
                .orFail()
                .lines()
                .map(line -> List.of(line.strip().split("\\s+")))
                .toList();
    }
}
