package io.anixops.lease.house;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** The dashboard that the chart ships. */
public record Dashboard(List<Panel> panels) {
    private static final String FILE = "helm/database-lease-operator/files/dashboard.json";

    /** One panel, with its place on a grid of 24 columns. */
    public record Panel(String title, String type, String unit, Place place, List<Query> queries) {
        public boolean isRow() {
            return type.equals("row");
        }
    }

    /** On the grid. */
    public record Place(int x, int y, int width, int height) {}

    /** What is asked, and how an answer is named. */
    public record Query(String expression, String legend) {

        /** As Grafana sends it for all jobs and leases, with rates over this long. */
        public String over(String interval) {
            return expression
                    .replace("$__rate_interval", interval)
                    .replace("$job", ".*")
                    .replace("$lease", ".*");
        }
    }

    public static Dashboard shipped() {
        try {
            var json = new ObjectMapper().readTree(Document.read(FILE).text());
            return new Dashboard(
                    stream(json.path("panels")).map(Dashboard::panel).toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** All that is asked. */
    public List<Query> queries() {
        return panels.stream().flatMap(panel -> panel.queries().stream()).toList();
    }

    private static Panel panel(JsonNode panel) {
        var at = panel.path("gridPos");
        return new Panel(
                panel.path("title").asText(),
                panel.path("type").asText(),
                panel.path("fieldConfig").path("defaults").path("unit").asText("none"),
                new Place(
                        at.path("x").asInt(),
                        at.path("y").asInt(),
                        at.path("w").asInt(),
                        at.path("h").asInt()),
                stream(panel.path("targets"))
                        .map(target -> new Query(
                                target.path("expr").asText(),
                                target.path("legendFormat").asText()))
                        .toList());
    }

    private static Stream<JsonNode> stream(JsonNode list) {
        return StreamSupport.stream(list.spliterator(), false);
    }
}
