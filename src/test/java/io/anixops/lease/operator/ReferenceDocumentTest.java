package io.anixops.lease.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.anixops.lease.operator.decision.Reason;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusNamingConvention;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Reasons, Events and metrics in the documents are those of the code. With {@code -Dupdate=true} this writes them there. */
class ReferenceDocumentTest {
    private static final Path DOCUMENT = Path.of("docs", "reference.md");

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final Meters meters = new Meters(registry);

    @Test
    void reasons_events_and_metrics_in_the_reference_are_those_of_the_code() throws IOException {
        var text = java.nio.file.Files.readString(DOCUMENT);
        var wanted = with(with(with(text, "reasons", reasonTable()), "events", eventTable()), "metrics", metricTable());

        if (Boolean.getBoolean("update")) {
            java.nio.file.Files.writeString(DOCUMENT, wanted);
        } else {
            assertThat(text)
                    .as("%s; mvn test -Dtest=ReferenceDocumentTest -Dupdate=true writes it anew", DOCUMENT)
                    .isEqualTo(wanted);
        }
    }

    @Test
    void a_scrape_has_every_series_under_the_name_of_the_reference() {
        var prometheus = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        var all = new Meters(prometheus);
        Arrays.stream(Metric.values()).forEach(metric -> register(metric, all));

        var scrape = prometheus.scrape();

        assertThat(Arrays.stream(Metric.values()).map(this::seriesOf))
                .allSatisfy(name -> assertThat(scrape).containsPattern("(?m)^" + name + "(_count)?[{ ]"));
        assertThat(seriesOf(Metric.LEADER)).isEqualTo("anixops_lease_leader");
    }

    private static String reasonTable() {
        return table(
                "reason | Ready | what",
                Reason.values(),
                reason -> "`%s` | %s | %s".formatted(reason.text(), ready(reason), reason.meaning()));
    }

    /** Empty for the one that another condition has. */
    private static String ready(Reason reason) {
        return Census.readiness().getOrDefault(reason.text(), "").equals("true")
                ? "True"
                : reason == Reason.REACHABLE ? "" : "False";
    }

    private static String eventTable() {
        return table(
                "reason | type | when",
                EventReason.values(),
                reason ->
                        "`%s` | %s | %s".formatted(reason.text(), reason.type().text(), reason.meaning()));
    }

    private String metricTable() {
        return table(
                "series | labels | what",
                Metric.values(),
                metric -> "`%s` | %s | %s"
                        .formatted(
                                seriesOf(metric),
                                metric.tags().stream().map("`%s`"::formatted).collect(Collectors.joining(", ")),
                                metric.description()));
    }

    private static <T> String table(String head, T[] rows, Function<T, String> row) {
        return Arrays.stream(rows)
                .map(row)
                .collect(Collectors.joining(" |\n| ", "| " + head + " |\n| --- | --- | --- |\n| ", " |\n"));
    }

    private String seriesOf(Metric metric) {
        var id = register(metric, meters).getId();
        var name = new PrometheusNamingConvention().name(id.getName(), id.getType(), id.getBaseUnit());
        return id.getType() == Meter.Type.COUNTER ? name + "_total" : name;
    }

    /** Each as what the operator makes of it. */
    private static Meter register(Metric metric, Meters meters) {
        var tags = metric.tags().toArray(String[]::new);
        return switch (metric) {
            case LEADER,
                    LABELLED_PODS,
                    ACTIVE,
                    HOLDINGS,
                    RESOURCES,
                    WITHOUT_DATABASE,
                    LABELS_ASTRAY,
                    EXPIRY_LEFT_OUT,
                    RECONCILIATIONS_QUEUED,
                    RECONCILIATIONS_RUNNING -> meters.gauge(metric, () -> 1, tags);
            case STORE_CALLS, RECONCILIATIONS -> meters.timer(metric, tags);
            case RENEWAL_BATCH -> meters.summary(metric);
            default -> meters.counter(metric, tags);
        };
    }

    private static String with(String text, String part, String table) {
        var begin = "<!-- %s: written by ReferenceDocumentTest -->\n".formatted(part);
        var end = "<!-- end of %s -->".formatted(part);
        assertThat(text).contains(begin, end);
        var from = text.indexOf(begin) + begin.length();
        return text.substring(0, from) + table + text.substring(text.indexOf(end, from));
    }
}
