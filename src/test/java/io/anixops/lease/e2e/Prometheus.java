package io.anixops.lease.e2e;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** A real Prometheus on a free port, which looks at one target every second; it ends with this JVM at the latest. */
final class Prometheus implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final int port = Ports.next();
    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(PATIENCE).build();
    private final Child child;

    private Prometheus(int target, String rules) {
        var folder = Folders.temporary("prometheus");
        Folders.write(folder.resolve("rules.yaml"), rules);
        var settings = Folders.write(folder.resolve("prometheus.yaml"), """
                global: {scrape_interval: 1s, scrape_timeout: 1s, evaluation_interval: 1s}
                rule_files: [rules.yaml]
                scrape_configs:
                  - job_name: database-lease-operator
                    static_configs: [{targets: ['127.0.0.1:%d'], labels: {namespace: leases-system}}]
                """.formatted(target));
        child = Child.start(
                "prometheus",
                Folders.logs("prometheus").resolve("prometheus.log"),
                Map.of("GOMAXPROCS", "1"),
                List.of(
                        "prometheus",
                        "--config.file=" + settings,
                        "--storage.tsdb.path=" + folder.resolve("data"),
                        "--web.listen-address=127.0.0.1:" + port,
                        "--log.level=warn"));
        Eventually.untilOr(
                child, "Prometheus has seen its target", () -> !query("up == 1").isEmpty());
    }

    static Prometheus watching(OperatorProcess operator, String rules) {
        return new Prometheus(operator.port(), rules);
    }

    /** What is so now. */
    JsonNode query(String expression) {
        return get("query?query=" + encoded(expression)).path("data").path("result");
    }

    /** What was so in the meantime, one sample each step. */
    JsonNode query(String expression, Instant from, Instant to, Duration step) {
        return get("query_range?query=%s&start=%d&end=%d&step=%dms"
                        .formatted(encoded(expression), from.getEpochSecond(), to.getEpochSecond(), step.toMillis()))
                .path("data")
                .path("result");
    }

    /** Names of the alerts that fire. */
    Set<String> firing() {
        return StreamSupport.stream(get("alerts").path("data").path("alerts").spliterator(), false)
                .filter(alert -> alert.path("state").asText().equals("firing"))
                .map(alert -> alert.path("labels").path("alertname").asText())
                .collect(Collectors.toSet());
    }

    private JsonNode get(String path) {
        var uri = URI.create("http://127.0.0.1:%d/api/v1/%s".formatted(port, path));
        try {
            var answer = http.send(HttpRequest.newBuilder(uri).timeout(PATIENCE).build(), BodyHandlers.ofString());
            var json = new ObjectMapper().readTree(answer.body());
            if (!json.path("status").asText().equals("success")) {
                throw new IllegalStateException("%s was answered %s".formatted(uri, answer.body()));
            }
            return json;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted in " + uri, stopped);
        }
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        child.close();
    }
}
