package io.anixops.lease.e2e;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** What the operator's account asked of an audited API server, by the server's own log. */
record AuditLog(Path file) {
    private static final Set<String> READS = Set.of("get", "list", "watch");
    private static final ObjectMapper JSON = new ObjectMapper();

    static AuditLog of(ControlPlane plane) {
        return new AuditLog(plane.auditLog());
    }

    /** How many writes of a resource, its subresources counted. */
    long writes(Instant from, Instant until, String resource) {
        try (var requests = between(from, until)) {
            return requests.filter(request -> request.resource().equals(resource))
                    .filter(request -> !READS.contains(request.verb()))
                    .count();
        }
    }

    /** How many requests of each kind. */
    Map<String, Long> requests(Instant from, Instant until) {
        try (var requests = between(from, until)) {
            return requests.collect(groupingBy(Request::toString, TreeMap::new, counting()));
        }
    }

    private Stream<Request> between(Instant from, Instant until) {
        try {
            return Files.lines(file)
                    .filter(line -> line.contains(OperatorAccount.NAME)) // most lines are others', and long
                    .map(AuditLog::parsed)
                    .filter(entry -> entry.path("stage").asText().equals("ResponseComplete"))
                    .filter(entry ->
                            entry.path("user").path("username").asText().endsWith(":" + OperatorAccount.NAME))
                    .map(Request::of)
                    .filter(request ->
                            !request.at().isBefore(from) && request.at().isBefore(until));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static JsonNode parsed(String line) {
        try {
            return JSON.readTree(line);
        } catch (IOException failed) {
            throw new UncheckedIOException(line, failed);
        }
    }

    private record Request(Instant at, String verb, String resource, String subresource) {
        static Request of(JsonNode entry) {
            var object = entry.path("objectRef");
            return new Request(
                    Instant.parse(entry.path("requestReceivedTimestamp").asText()),
                    entry.path("verb").asText(),
                    object.path("resource").asText(),
                    object.path("subresource").asText());
        }

        @Override
        public String toString() {
            return verb + " " + resource + (subresource.isEmpty() ? "" : "/" + subresource);
        }
    }
}
