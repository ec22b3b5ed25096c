package io.anixops.lease.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.anixops.lease.operator.MockApi;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StripCommandTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void it_says_how_many_pods_bore_keys() throws Exception {
        try (var api = new MockApi()) {
            api.readyPod("web-1");

            assertThat(strip(api.client(), Duration.ofSeconds(60), Map.of())).isEqualTo(Main.DONE);
        }
        assertThat(out).hasToString("no pod bears a key of a lease any more, 0 did\n");
    }

    @Test
    void an_api_server_that_says_nothing_does_not_hold_it_up() throws Exception {
        try (var mute = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                var client = clientOf(mute.getLocalPort())) {
            assertThat(strip(client, Duration.ofSeconds(1), Map.of())).isEqualTo(Main.FAILED);
        }
        assertThat(err).hasToString("pods may bear keys of leases still: not done after 1 s; try again\n");
    }

    @Test
    void an_api_server_that_is_not_there_is_named() throws Exception {
        int port = freePort();
        try (var client = clientOf(port)) {
            assertThat(strip(client, Duration.ofSeconds(60), Map.of())).isEqualTo(Main.FAILED);
        }
        assertThat(err.toString())
                .startsWith(
                        "pods may bear keys of leases still: the API server at http://127.0.0.1:%d/: ".formatted(port))
                .hasLineCount(1);
    }

    @Test
    void a_namespace_that_is_none_is_a_mistake() {
        try (var client = clientOf(1)) {
            assertThat(org.assertj.core.api.Assertions.catchThrowable(
                            () -> strip(client, Duration.ofSeconds(1), Map.of("DBLEASE_NAMESPACES", "Control"))))
                    .isInstanceOf(Mistake.class)
                    .hasMessageContaining("DBLEASE_NAMESPACES is 'Control'");
        }
    }

    private int strip(KubernetesClient client, Duration limit, Map<String, String> environment)
            throws InterruptedException {
        return new StripCommand(
                        client,
                        new Given(Map.of(), environment),
                        limit,
                        new PrintStream(out, true),
                        new PrintStream(err, true))
                .run();
    }

    private static KubernetesClient clientOf(int port) {
        return new KubernetesClientBuilder()
                .withConfig(new ConfigBuilder(Config.empty())
                        .withMasterUrl("http://127.0.0.1:" + port)
                        .withRequestRetryBackoffLimit(0)
                        .build())
                .build();
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
