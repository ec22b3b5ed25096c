package io.anixops.lease.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.anixops.lease.house.AlertRules;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The alerts under the real promtool, and alerts and dashboard as the real helm makes objects of them. */
class ChartWatchingE2E {
    private final Promtool promtool = new Promtool();

    @Test
    void each_alert_fires_and_resolves_with_the_series_of_single_leases_and_without() {
        promtool.file("rules.yaml", AlertRules.asRuleFile());
        promtool.file("alerts.test.yaml", AlertRules.tests());

        assertThat(promtool.run("test", "rules", "alerts.test.yaml")).contains("SUCCESS");
    }

    @Test
    void the_chart_makes_a_rule_of_them_that_promtool_accepts() {
        var rule = rendered(
                "kind: PrometheusRule", "metrics.prometheusRule.enabled=true", "metrics.prometheusRule.labels.team=a");

        promtool.file("chart.yaml", Serialization.asYaml(rule.get("spec")));

        assertThat(promtool.run("check", "rules", "chart.yaml"))
                .contains("%d rules found".formatted(AlertRules.all().size()));
        assertThat(rule.getMetadata().getLabels()).containsEntry("team", "a");
        assertThat(rule.<List<Map<String, Object>>>get("spec", "groups", 0, "rules"))
                .extracting(one -> one.get("alert"))
                .containsExactlyElementsOf(
                        AlertRules.all().stream().map(AlertRules.Alert::name).toList());
    }

    @Test
    void the_chart_makes_a_config_map_of_the_dashboard_that_a_sidecar_finds() throws IOException {
        var map = rendered("grafana_dashboard: \"1\"", "metrics.dashboard.enabled=true");

        var json = new ObjectMapper();
        assertThat(json.readTree(map.<String>get("data", "database-lease-operator.json")))
                .isEqualTo(json.readTree(
                        Path.of(Helm.CHART, "files", "dashboard.json").toFile()));
        assertThat(map.getKind()).isEqualTo("ConfigMap");
    }

    /** The object of the chart that has this line. */
    private static GenericKubernetesResource rendered(String line, String... values) {
        var all = Stream.concat(
                        Stream.of("database.host=db", "database.name=app", "database.user=lease_operator"),
                        Stream.of(values))
                .toArray(String[]::new);
        return Stream.of(Helm.alone().template("leases", "leases-system", all).split("(?m)^---$"))
                .filter(document -> document.contains(line))
                .map(document -> Serialization.unmarshal(document, GenericKubernetesResource.class))
                .findFirst()
                .orElseThrow();
    }
}
