package io.anixops.lease.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.anixops.lease.house.Document;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * The table of times in docs/behaviour.md has each event that the end-to-end scenarios measure. After a run of them,
 * {@code -Dbehaviour.measured=true} checks that all were measured and prints them, {@code -Dupdate=true} writes them down.
 */
class BehaviourDocumentTest {
    private static final String BEGIN = "<!-- times: written by BehaviourDocumentTest -->\n";
    private static final String END = "<!-- end of times -->";

    private final Document document = Document.read("docs/behaviour.md");

    @Test
    void the_table_has_a_row_for_each_event() throws IOException {
        if (Boolean.getBoolean("update")) {
            Files.writeString(document.file(), before() + table() + after());
            return;
        }
        assertThat(document.text()
                        .substring(before().length(), document.text().length() - after().length())
                        .lines()
                        .skip(2)
                        .map(line -> line.substring(2, line.indexOf(" |", 2))))
                .containsExactlyElementsOf(
                        Arrays.stream(Event.values()).map(Event::sentence).toList());
    }

    @Test
    @EnabledIfSystemProperty(named = "behaviour.measured", matches = "true")
    void every_event_was_measured() {
        System.out.println(table());
        assertThat(List.of(Event.values()))
                .allSatisfy(event ->
                        assertThat(BehaviourNotes.row(event)).as(event.name()).isPresent());
    }

    private static String table() {
        return """
                | event | label off after | without a label | without a leader | until recovery |
                | --- | --- | --- | --- | --- |
                """
                + Arrays.stream(Event.values())
                        .map(event -> BehaviourNotes.row(event)
                                .orElse("| %s | not measured | | | |".formatted(event.sentence())))
                        .collect(Collectors.joining("\n", "", "\n"));
    }

    private String before() {
        return document.text().substring(0, document.text().indexOf(BEGIN) + BEGIN.length());
    }

    private String after() {
        return document.text().substring(document.text().indexOf(END));
    }
}
