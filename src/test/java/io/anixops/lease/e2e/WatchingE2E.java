package io.anixops.lease.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.anixops.lease.house.AlertRules;
import io.anixops.lease.house.Dashboard;
import io.anixops.lease.house.Document;
import io.anixops.lease.house.PromQuery;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What a person who watches sees: alerts and the dashboard in a real Prometheus, and the commands of the runbooks. */
class WatchingE2E {
    private static Watching watching;

    @BeforeAll
    static void begin() {
        watching = new Watching();
    }

    @AfterAll
    static void end() {
        try (var open = watching) {
            open.end();
        }
    }

    @Test
    void a_lease_without_a_leader_and_a_silent_database_fire_their_alerts_and_resolve_them() {
        Eventually.until("neither fires", watching::isQuiet);

        watching.takeAllCandidates();
        watching.giveCandidates();
        watching.silenceDatabase();
        watching.healDatabase();
    }

    @Test
    void every_query_of_the_dashboard_is_answered_with_numbers_and_every_panel_is_drawn() {
        watching.moveLeadership();

        var dashboard = Dashboard.shipped();
        assertThat(dashboard.queries()).hasSizeGreaterThan(20);
        for (var query : dashboard.queries()) {
            Eventually.until("an answer to " + query.expression(), () -> isAnswered(query));
        }

        var picture = watching.picture(Duration.ofSeconds(1)).svg();
        assertThat(dashboard.panels())
                .allSatisfy(panel -> assertThat(picture).contains(">%s</text>".formatted(panel.title())));
    }

    @Test
    void dashboard_and_alerts_ask_for_series_labels_and_values_that_the_operator_has() throws IOException {
        var scrape = watching.scrape();

        var expressions = Stream.concat(
                Dashboard.shipped().queries().stream().map(Dashboard.Query::expression),
                AlertRules.all().stream().map(AlertRules.Alert::expression));

        assertThat(expressions)
                .allSatisfy(expression -> assertThat(scrape.missingOf(PromQuery.of(expression)))
                        .as(expression)
                        .isEmpty());
    }

    @Test
    void the_commands_of_the_runbooks_can_be_run() throws IOException {
        var database = watching.role().superuser();
        try (var shell = new ReadmeShell(watching.stage().plane(), database)) {
            shell.export(
                    "export DBLEASE_DATABASE_URL=jdbc:postgresql://db.example.com:5432/app DBLEASE_DATABASE_USER=app");
            Stream.concat(Document.allIn("docs/runbooks").stream(), Stream.of(Document.read("docs/troubleshooting.md")))
                    .flatMap(page -> page.blocks().stream())
                    .filter(block -> block.proof().equals("run by: WatchingE2E"))
                    .flatMap(block -> block.commands().stream())
                    .distinct()
                    .map(this::here)
                    .forEach(shell::run);
        }
    }

    /** The namespace is called otherwise here. */
    private String here(String command) {
        var namespace = watching.scene().namespace();
        return command.replace("-n control ", "-n %s ".formatted(namespace)).replace("control/", namespace + "/");
    }

    private static boolean isAnswered(Dashboard.Query query) {
        var answer = watching.prometheus()
                .query(query.over(Watching.RATE), watching.begun(), Instant.now(), Duration.ofSeconds(1));
        return stream(answer).flatMap(series -> stream(series.path("values"))).anyMatch(WatchingE2E::isNumber);
    }

    private static boolean isNumber(JsonNode sample) {
        return Double.isFinite(Double.parseDouble(sample.path(1).asText().replace("+Inf", "Infinity")));
    }

    private static Stream<JsonNode> stream(JsonNode list) {
        return StreamSupport.stream(list.spliterator(), false);
    }
}
