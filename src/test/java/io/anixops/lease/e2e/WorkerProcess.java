package io.anixops.lease.e2e;

import io.anixops.lease.postgres.TestPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The sample program as a process, with a network of its own between it and the database. */
final class WorkerProcess implements AutoCloseable {
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final String name;
    private final String lease;
    private final TcpProxy network;
    private final int port = Ports.next();
    private final Child child;

    private WorkerProcess(
            WorkerProgram program,
            String name,
            String lease,
            Duration ttl,
            TestPostgres.Database database,
            Map<String, String> more) {
        this.name = name;
        this.lease = lease;
        network = TcpProxy.to(database.port());
        Map<String, String> environment = new HashMap<>(more);
        environment.putAll(Map.of(
                "DATABASE_URL",
                database.jdbcUrl().replace(":" + database.port() + "/", ":" + network.port() + "/"),
                "LEASE_NAME",
                lease,
                "LEASE_TTL",
                ttl.toString(),
                "HTTP_PORT",
                Integer.toString(port),
                "POD_NAME",
                name));
        Path log = Folders.logs("worker-" + name).resolve("worker.log");
        child = Child.start("worker-" + name, log, environment, program.command());
    }

    /** @param more what its environment has besides, such as another clock */
    static WorkerProcess start(
            WorkerProgram program,
            String name,
            String lease,
            Duration ttl,
            TestPostgres.Database database,
            Map<String, String> more) {
        return new WorkerProcess(program, name, lease, ttl, database, more);
    }

    String name() {
        return name;
    }

    Child child() {
        return child;
    }

    TcpProxy network() {
        return network;
    }

    /** What its probe says: a status code, or nothing where it does not answer. */
    Optional<Integer> health() {
        return get("/healthz").map(HttpResponse::statusCode);
    }

    /** Whether its gauge says that it leads. */
    boolean saysThatItLeads() {
        return get("/metrics").orElseThrow().body().contains("anixops_lease_leader{lease=\"%s\"} 1".formatted(lease));
    }

    /** When it worked, by the one clock of this machine; the last span may be without an end. */
    List<WorkSpan> spans() {
        try {
            List<WorkSpan> spans = new ArrayList<>();
            for (String line : Files.readAllLines(child.log())) {
                String[] words = line.split(" ");
                if (line.contains(" works, token ")) {
                    spans.add(WorkSpan.begun(name, Instant.parse(words[0])));
                } else if (line.contains(" stopped, token ")) {
                    spans.add(spans.remove(spans.size() - 1).endedAt(Instant.parse(words[0])));
                }
            }
            return spans;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private Optional<HttpResponse<String>> get(String path) {
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .timeout(Duration.ofSeconds(2))
                .build();
        try {
            return Optional.of(HTTP.send(request, HttpResponse.BodyHandlers.ofString()));
        } catch (IOException silent) {
            return Optional.empty();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while asking " + name, stopped);
        }
    }

    @Override
    public void close() {
        child.close();
        network.close();
    }
}
