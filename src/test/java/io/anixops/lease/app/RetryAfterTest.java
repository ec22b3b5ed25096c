package io.anixops.lease.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetryAfterTest {
    @ParameterizedTest
    @CsvSource({"429, 1, 1000", "503, 2, 2000", "429, 60, 3000", "429, soon, 0"})
    void a_request_is_tried_again_when_the_server_said_and_never_after_its_caller_gave_up(
            int code, String after, long millis) throws Exception {
        List<Long> asked = new CopyOnWriteArrayList<>();
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 16);
        server.createContext("/", exchange -> {
            asked.add(System.nanoTime());
            exchange.getResponseHeaders().set("Retry-After", after);
            exchange.sendResponseHeaders(asked.size() == 1 ? code : 404, -1);
            exchange.close();
        });
        server.start();
        try (var client = new KubernetesClientBuilder()
                .withConfig(new ConfigBuilder()
                        .withMasterUrl("http://127.0.0.1:" + server.getAddress().getPort())
                        .withRequestRetryBackoffLimit(2)
                        .build())
                .withHttpClientBuilderConsumer(http -> http.addOrReplaceInterceptor("retry-after", new RetryAfter()))
                .build()) {
            client.pods().inNamespace("n").withName("a").get();
        } finally {
            server.stop(0);
        }

        assertThat(asked).hasSize(2);
        assertThat(Duration.ofNanos(asked.get(1) - asked.get(0)))
                .isBetween(Duration.ofMillis(millis), Duration.ofSeconds(30));
    }
}
