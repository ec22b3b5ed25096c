package io.anixops.lease.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.anixops.lease.Uncaught;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HttpEndpointsTest {
    private final AtomicBoolean alive = new AtomicBoolean(true);
    private final AtomicBoolean ready = new AtomicBoolean();
    private final HttpEndpoints endpoints =
            HttpEndpoints.start(loopback(0), alive::get, ready::get, () -> "some_metric 1.0\n");

    @AfterEach
    void close() {
        endpoints.close();
    }

    @Test
    void life_and_readiness_are_told_apart() throws Exception {
        assertThat(get("/livez").statusCode()).isEqualTo(200);
        assertThat(get("/readyz").statusCode()).isEqualTo(503);

        alive.set(false);
        ready.set(true);

        assertThat(get("/livez").statusCode()).isEqualTo(503);
        assertThat(get("/readyz?verbose").statusCode()).isEqualTo(200);
    }

    @Test
    void metrics_are_text_that_prometheus_reads() throws Exception {
        var answer = get("/metrics");

        assertThat(answer.body()).isEqualTo("some_metric 1.0\n");
        assertThat(answer.headers().firstValue("Content-Type")).contains("text/plain; version=0.0.4; charset=utf-8");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/metrics/", "/metricsx", "/livez/x", "/healthz", "/%2e%2e/etc/passwd"})
    void nothing_else_is_there(String path) throws Exception {
        assertThat(get(path).statusCode()).isEqualTo(404);
    }

    @Test
    void a_head_request_gets_no_body() throws Exception {
        var request = HttpRequest.newBuilder(uri("/metrics"))
                .method("HEAD", HttpRequest.BodyPublishers.noBody())
                .build();

        assertThat(send(request).statusCode()).isEqualTo(200);
    }

    @Test
    void an_error_in_an_answer_is_told_and_the_next_answer_comes() throws Exception {
        try (var uncaught = new Uncaught();
                var broken = HttpEndpoints.start(loopback(0), alive::get, ready::get, () -> {
                    throw new OutOfMemoryError("planted");
                })) {
            var uri = URI.create("http://127.0.0.1:" + broken.port());
            for (var i = 0; i < 3; i++) {
                assertThatThrownBy(() -> get(uri, "/metrics")).isInstanceOf(IOException.class);
            }

            assertThat(get(uri, "/livez").statusCode()).isEqualTo(200);
            assertThat(uncaught.seen())
                    .hasOnlyElementsOfType(OutOfMemoryError.class)
                    .hasSize(3);
        }
    }

    @Test
    void an_address_in_use_is_a_mistake_with_its_cure() {
        assertThatThrownBy(() -> HttpEndpoints.start(loopback(endpoints.port()), () -> true, () -> true, () -> ""))
                .isInstanceOf(Mistake.class)
                .hasMessage(
                        "cannot listen on 127.0.0.1 port %d (Address already in use): choose another with --http-address or --http-port"
                                .formatted(endpoints.port()));
    }

    private static HttpResponse<String> get(URI server, String path) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(server.resolve(path))
                .timeout(Duration.ofSeconds(2))
                .build());
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(uri(path)).build());
    }

    private static HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
        return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    }

    private URI uri(String path) {
        return URI.create("http://127.0.0.1:" + endpoints.port() + path);
    }

    private static InetSocketAddress loopback(int port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }
}
