package io.anixops.lease.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The fields in docs/reference.md are those of the CRD. With {@code -Dupdate=true} this writes them there. */
class FieldsDocumentTest {
    private static final String BEGIN = "<!-- fields: written by FieldsDocumentTest -->\n";
    private static final String END = "<!-- end of fields -->";

    private final Document document = Document.read("docs/reference.md");

    @Test
    void the_fields_in_the_reference_are_those_of_the_resource() throws IOException {
        var text = document.text();
        var from = text.indexOf(BEGIN) + BEGIN.length();
        var wanted = text.substring(0, from) + table() + text.substring(text.indexOf(END, from));
        if (Boolean.getBoolean("update")) {
            Files.writeString(document.file(), wanted);
        }

        assertThat(document.file())
                .as("mvn test -Dtest=FieldsDocumentTest -Dupdate=true writes it anew")
                .content()
                .isEqualTo(wanted);
    }

    private static String table() throws IOException {
        var crd = new YAMLMapper()
                .readTree(Document.read("crds/databaseleases.lease.anixops.io-v1.yml")
                        .text());
        var schema = crd.at("/spec/versions/0/schema/openAPIV3Schema");
        var rows = new ArrayList<>(List.of("| field | type | default | what |", "| --- | --- | --- | --- |"));
        collect("", schema, rows);
        return String.join("\n", rows) + "\n";
    }

    private static void collect(String path, JsonNode schema, List<String> rows) {
        var required = schema.path("required").toString();
        schema.path("properties").properties().forEach(field -> {
            var name = path + field.getKey();
            var of = field.getValue();
            rows.add("| `%s` | %s | %s | %s |"
                    .formatted(
                            name,
                            type(of) + (required.contains("\"" + field.getKey() + "\"") ? ", required" : ""),
                            of.has("default")
                                    ? "`%s`".formatted(of.path("default").asText())
                                    : "",
                            of.path("description").asText().replace("|", "\\|")));
            collect(name + ".", of, rows);
            collect(name + "[].", of.path("items"), rows);
        });
    }

    private static String type(JsonNode field) {
        var choices = new ArrayList<String>();
        field.path("enum").forEach(choice -> choices.add(choice.asText()));
        if (!choices.isEmpty()) {
            return String.join(" or ", choices);
        }
        var type = field.path("type").asText();
        return switch (type) {
            case "array" -> "list of " + field.path("items").path("type").asText() + "s";
            case "integer" ->
                field.has("minimum")
                        ? "%d to %d"
                                .formatted(
                                        field.path("minimum").asLong(),
                                        field.path("maximum").asLong())
                        : type;
            default -> type;
        };
    }
}
