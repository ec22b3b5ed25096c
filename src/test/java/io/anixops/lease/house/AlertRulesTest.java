package io.anixops.lease.house;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;
import static org.assertj.core.api.Assertions.assertThat;

import io.anixops.lease.house.AlertRules.Alert;
import io.anixops.lease.house.AlertRules.Expectation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Nobody is woken by an alert that has no page, or of which nobody has seen that it fires and ends. With
 * {@code -Dupdate=true} the table in docs/watching.md is written anew.
 */
class AlertRulesTest {
    private static final Path PAGES = Path.of(System.getProperty("project.basedir", "."), "docs", "runbooks");

    private static final String BEGIN = "<!-- alerts: written by AlertRulesTest -->\n";
    private static final String END = "<!-- end of alerts -->";

    private final List<Alert> alerts = AlertRules.all();

    @Test
    void every_alert_has_its_page_and_every_page_its_alert() throws IOException {
        try (var pages = Files.list(PAGES)) {
            assertThat(pages.map(page -> page.getFileName().toString()))
                    .containsExactlyInAnyOrderElementsOf(
                            alerts.stream().map(alert -> alert.name() + ".md").toList());
        }
    }

    @Test
    void every_alert_links_its_page_which_is_headed_by_its_name_and_says_what_to_look_at_and_to_do() {
        assertThat(alerts).isNotEmpty().allSatisfy(alert -> {
            assertThat(alert.runbook()).endsWith("/blob/main/docs/runbooks/%s.md".formatted(alert.name()));
            assertThat(Document.read("docs/runbooks/%s.md".formatted(alert.name()))
                            .text())
                    .startsWith("# %s\n".formatted(alert.name()))
                    .contains("\n## Look\n", "\n$ ", "\n## What it means, and what to do\n");
        });
    }

    @Test
    void the_document_lists_every_alert_with_its_severity_and_its_page() throws IOException {
        var document = Document.read("docs/watching.md");
        var from = document.text().indexOf(BEGIN) + BEGIN.length();
        var wanted = document.text().substring(0, from)
                + table()
                + document.text().substring(document.text().indexOf(END, from));
        if (Boolean.getBoolean("update")) {
            Files.writeString(document.file(), wanted);
        }

        assertThat(document.file())
                .as("mvn test -Dtest=AlertRulesTest -Dupdate=true writes it anew")
                .content()
                .isEqualTo(wanted);
    }

    private String table() {
        return alerts.stream()
                .map(alert -> "| [%1$s](runbooks/%1$s.md) | %2$s | %3$s |\n"
                        .formatted(alert.name(), alert.severity(), alert.summary()))
                .collect(joining("", "| alert | severity | says |\n| --- | --- | --- |\n", ""));
    }

    @Test
    void every_alert_is_tested_before_it_fires_while_it_does_and_after() {
        var firing = AlertRules.expectations().stream()
                .collect(groupingBy(Expectation::alert, mapping(one -> one.firing() > 0 ? "+" : "-", toList())));

        assertThat(firing.keySet())
                .containsExactlyInAnyOrderElementsOf(
                        alerts.stream().map(Alert::name).toList());
        assertThat(firing)
                .allSatisfy((alert, seen) ->
                        assertThat(String.join("", seen)).as(alert).contains("-+-"));
    }
}
