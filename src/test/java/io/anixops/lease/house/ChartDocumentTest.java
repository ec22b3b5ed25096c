package io.anixops.lease.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * The chart's table of values is written from the comments in values.yaml, its CRD is that of crds, and its schema has
 * the values that there are. With {@code -Dupdate=true} table and CRD are written anew.
 */
class ChartDocumentTest {
    private static final Path CHART = Path.of("helm", "database-lease-operator");
    private static final Path README = CHART.resolve("README.md");
    private static final String CRD = "databaseleases.lease.anixops.io-v1.yml";
    private static final Pattern SERIES = Pattern.compile("anixops_lease_[a-z_]+");
    private static final String BEGIN = "<!-- values: written by ChartDocumentTest -->\n";
    private static final String END = "<!-- end of values -->";

    @Test
    void the_table_in_the_readme_has_every_value_with_its_comment_and_default() throws IOException {
        var text = Files.readString(README);
        var from = text.indexOf(BEGIN) + BEGIN.length();
        var wanted = text.substring(0, from) + table() + text.substring(text.indexOf(END, from));
        if (Boolean.getBoolean("update")) {
            Files.writeString(README, wanted);
        }

        assertThat(README)
                .as("mvn test -Dtest=ChartDocumentTest -Dupdate=true writes it anew")
                .content()
                .isEqualTo(wanted);
    }

    @Test
    void the_crd_of_the_chart_is_that_of_crds_byte_for_byte() throws IOException {
        var shipped = Files.readString(Path.of("crds", CRD));
        var copy = CHART.resolve("files").resolve(CRD);
        if (Boolean.getBoolean("update")) {
            Files.writeString(copy, shipped);
        }

        assertThat(copy)
                .as("mvn test -Dtest=ChartDocumentTest -Dupdate=true writes it anew")
                .content()
                .isEqualTo(shipped);
    }

    @Test
    void the_schema_has_the_values_that_there_are_and_no_others() throws IOException {
        var schema =
                new ObjectMapper().readTree(CHART.resolve("values.schema.json").toFile());

        var known = new ArrayList<String>();
        collectClosed("", schema, known);

        assertThat(known).contains("database.tls.caKey").doesNotHaveDuplicates();
        assertThat(withoutOpenObjects(known))
                .containsExactlyInAnyOrderElementsOf(
                        withoutOpenObjects(comments().keySet()));
    }

    @Test
    void the_alerts_ask_for_series_that_there_are() throws IOException {
        var asked = SERIES.matcher(Files.readString(CHART.resolve("files").resolve("alerts.yaml")))
                .results()
                .map(MatchResult::group)
                .toList();

        assertThat(asked)
                .isNotEmpty()
                .allSatisfy(series ->
                        assertThat(Document.read("docs/reference.md").text()).contains("| `%s` |".formatted(series)));
    }

    /** Objects of Kubernetes' own are not spelled out in the schema. */
    private static List<String> withoutOpenObjects(Iterable<String> paths) {
        var found = new ArrayList<String>();
        paths.forEach(path -> found.add(path));
        return found.stream().filter(path -> !path.startsWith("resources.")).toList();
    }

    private static void collectClosed(String path, JsonNode schema, List<String> found) {
        var isClosed =
                schema.has("properties") && schema.path("additionalProperties").isBoolean();
        if (!isClosed || path.equals("resources")) {
            found.add(path);
            return;
        }
        schema.get("properties").properties().forEach(property -> {
            if (!property.getKey().equals("global")) { // which helm adds
                collectClosed(
                        path.isEmpty() ? property.getKey() : path + "." + property.getKey(),
                        property.getValue(),
                        found);
            }
        });
    }

    private static String table() throws IOException {
        var values = new YAMLMapper(new YAMLFactory())
                .readTree(CHART.resolve("values.yaml").toFile());
        var json = new ObjectMapper();
        var rows = new ArrayList<String>();
        for (var comment : comments().entrySet()) {
            var value = values.at("/" + comment.getKey().replace('.', '/'));
            rows.add("| `%s` | `%s` | %s |\n"
                    .formatted(comment.getKey(), json.writeValueAsString(value), comment.getValue()));
        }
        return rows.stream()
                .collect(Collectors.joining("", "| value | default | meaning |\n| --- | --- | --- |\n", ""));
    }

    /** Every value that has a comment of the form {@code # -- …}, by its path. */
    private static Map<String, String> comments() throws IOException {
        var found = new LinkedHashMap<String, String>();
        var path = new ArrayList<String>();
        var comment = "";
        for (var line : Files.readAllLines(CHART.resolve("values.yaml"))) {
            var text = line.strip();
            if (text.startsWith("# -- ")) {
                comment = text.substring("# -- ".length());
            } else if (text.matches("[A-Za-z]+:.*")) {
                var depth = (line.length() - line.stripLeading().length()) / 2;
                path.subList(Math.min(depth, path.size()), path.size()).clear();
                path.add(text.substring(0, text.indexOf(':')));
                if (!comment.isEmpty()) {
                    found.put(String.join(".", path), comment);
                    comment = "";
                }
            }
        }
        return found;
    }
}
