package io.anixops.lease.house;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** The alerts that the chart ships, as files of the project. */
public final class AlertRules {
    private static final String FILE = "helm/database-lease-operator/files/alerts.yaml";
    private static final String TESTS = "src/test/prometheus/alerts.test.yaml";
    private static final YAMLMapper YAML = new YAMLMapper();

    private AlertRules() {}

    /** One alert. */
    public record Alert(String name, String expression, String severity, String summary, String runbook) {}

    public static List<Alert> all() {
        return stream(yaml(FILE))
                .map(rule -> new Alert(
                        rule.path("alert").asText(),
                        rule.path("expr").asText(),
                        rule.path("labels").path("severity").asText(),
                        rule.path("annotations").path("summary").asText(),
                        rule.path("annotations").path("runbook_url").asText()))
                .toList();
    }

    /** A file of rules as Prometheus and promtool read it. */
    public static String asRuleFile() {
        return Document.read(FILE)
                .text()
                .lines()
                .map("  "::concat)
                .collect(Collectors.joining("\n", "groups:\n- name: database-lease-operator\n  rules:\n", "\n"));
    }

    /** The tests of promtool, which want the rules beside them as {@code rules.yaml}. */
    public static String tests() {
        return Document.read(TESTS).text();
    }

    /** For each test of an alert, in the order of time, how many of it are expected to fire. */
    static List<Expectation> expectations() {
        return stream(yaml(TESTS).path("tests"))
                .flatMap(test -> stream(test.path("alert_rule_test"))
                        .map(expected -> new Expectation(
                                test.path("name").asText(),
                                expected.path("alertname").asText(),
                                expected.path("exp_alerts").size())))
                .toList();
    }

    record Expectation(String test, String alert, int firing) {}

    private static Stream<JsonNode> stream(JsonNode list) {
        return StreamSupport.stream(list.spliterator(), false);
    }

    private static JsonNode yaml(String file) {
        try {
            return YAML.readTree(Document.read(file).text());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
