package io.anixops.lease.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WatchGuardTest {
    private static final String LIST = "{\"kind\":\"ConfigMapList\",\"apiVersion\":\"v1\","
            + "\"metadata\":{\"resourceVersion\":\"5\"},\"items\":[]}";

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<String> watches = new CopyOnWriteArrayList<>();
    private final List<String> seen = new CopyOnWriteArrayList<>();
    private final List<List<byte[]>> answers = new ArrayList<>();
    private HttpServer server;
    private KubernetesClient client;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 16);
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
    }

    @AfterEach
    void stop() {
        client.close();
        server.stop(0);
        threads.shutdownNow();
    }

    @Test
    void a_watch_that_tells_nothing_is_begun_anew_where_it_ended() {
        answers.add(List.of(event("7", "first")));
        answers.add(List.of(event("8", "second")));

        inform(Duration.ofSeconds(2));

        await().untilAsserted(() -> assertThat(seen).containsExactly("first", "second"));
        assertThat(watches.get(0)).contains("resourceVersion=5");
        assertThat(watches.get(1)).contains("resourceVersion=7");
    }

    @Test
    void a_quiet_watch_counts_as_one_before_its_first_event() {
        var informer = inform(Duration.ofMinutes(1));

        await().until(informer::isWatching);
        assertThat(watches).hasSize(1);
    }

    @Test
    void letters_of_every_kind_arrive_however_the_answer_is_cut() {
        byte[] event = event("7", "Müller 東京 😀");
        answers.add(bytesOf(event));

        inform(Duration.ofMinutes(1));

        await().untilAsserted(() -> assertThat(seen).containsExactly("Müller 東京 😀"));
    }

    private SharedIndexInformer<ConfigMap> inform(Duration silence) {
        client = new KubernetesClientBuilder()
                .withConfig(new ConfigBuilder()
                        .withMasterUrl("http://127.0.0.1:" + server.getAddress().getPort())
                        .withWatchReconnectInterval(10)
                        .withOnlyHttpWatches(true)
                        .build())
                .withHttpClientBuilderConsumer(
                        http -> http.addOrReplaceInterceptor("guard", new WatchGuard(silence, System::nanoTime)))
                .build();
        return client.configMaps().inAnyNamespace().inform(new ResourceEventHandler<>() {
            @Override
            public void onAdd(ConfigMap added) {
                seen.add(added.getData().get("text"));
            }

            @Override
            public void onUpdate(ConfigMap before, ConfigMap after) {
                seen.add(after.getData().get("text"));
            }

            @Override
            public void onDelete(ConfigMap deleted, boolean unsure) {}
        });
    }

    /** Lists at once; a watch tells what is prepared for it, and then nothing more, and does not end. */
    private void answer(HttpExchange exchange) throws IOException {
        var query = exchange.getRequestURI().getQuery();
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        if (!query.contains("watch=true")) {
            exchange.sendResponseHeaders(200, LIST.length());
            exchange.getResponseBody().write(LIST.getBytes(UTF_8));
            exchange.close();
            return;
        }
        exchange.sendResponseHeaders(200, 0);
        watches.add(query);
        for (byte[] piece : watches.size() <= answers.size() ? answers.get(watches.size() - 1) : List.<byte[]>of()) {
            exchange.getResponseBody().write(piece);
            exchange.getResponseBody().flush();
        }
    }

    private static byte[] event(String version, String text) {
        return ("{\"type\":\"ADDED\",\"object\":{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\","
                        + "\"metadata\":{\"name\":\"m%s\",\"namespace\":\"n\",\"resourceVersion\":\"%s\"},"
                        + "\"data\":{\"text\":\"%s\"}}}\n")
                .formatted(version, version, text)
                .getBytes(UTF_8);
    }

    private static List<byte[]> bytesOf(byte[] text) {
        return IntStream.range(0, text.length)
                .mapToObj(at -> Arrays.copyOfRange(text, at, at + 1))
                .toList();
    }
}
