package io.anixops.lease.app;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** {@code /livez}, {@code /readyz} and {@code /metrics} on one port; nothing else is there. */
final class HttpEndpoints implements AutoCloseable {
    private static final int THREADS = 2; // a slow scrape must not make the kubelet's probe wait
    private static final String TEXT = "text/plain; charset=utf-8";
    private static final String PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";
    private static final Answer NOT_FOUND = new Answer(404, TEXT, "not found\n");

    private final HttpServer server;
    private final ExecutorService threads;

    private HttpEndpoints(HttpServer server, ExecutorService threads) {
        this.server = server;
        this.threads = threads;
    }

    /**
     * Starts to answer.
     *
     * @throws Mistake when the address cannot be had
     */
    static HttpEndpoints start(
            InetSocketAddress address, BooleanSupplier alive, BooleanSupplier ready, Supplier<String> metrics) {
        System.setProperty(
                "sun.net.httpserver.nodelay", "true"); // else every answer waits 40 ms for an acknowledgement
        System.setProperty(
                "sun.net.httpserver.maxReqTime", "10"); // a caller that says nothing holds no thread for long
        System.setProperty("sun.net.httpserver.maxRspTime", "10");
        var server = bind(address);
        var threads = Executors.newFixedThreadPool(THREADS, HttpEndpoints::thread);
        server.setExecutor(threads);
        var endpoints = new HttpEndpoints(server, threads);
        endpoints.serve("/livez", () -> probe(alive));
        endpoints.serve("/readyz", () -> probe(ready));
        endpoints.serve("/metrics", () -> new Answer(200, PROMETHEUS, metrics.get()));
        server.createContext("/", NOT_FOUND::send);
        server.start();
        return endpoints;
    }

    int port() {
        return server.getAddress().getPort();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    private static HttpServer bind(InetSocketAddress address) {
        try {
            return HttpServer.create(address, 0);
        } catch (IOException refused) {
            throw new Mistake(
                    "cannot listen on %s port %d (%s): choose another with %s or %s"
                            .formatted(
                                    address.getAddress().getHostAddress(),
                                    address.getPort(),
                                    refused.getMessage(),
                                    Setting.HTTP_ADDRESS.flag(),
                                    Setting.HTTP_PORT.flag()),
                    refused);
        }
    }

    private static Answer probe(BooleanSupplier healthy) {
        return healthy.getAsBoolean() ? new Answer(200, TEXT, "ok\n") : new Answer(503, TEXT, "not now\n");
    }

    private void serve(String path, Supplier<Answer> answers) {
        server.createContext(path, exchange -> {
            var isThere = exchange.getRequestURI().getPath().equals(path); // a context has all paths that begin so
            (isThere ? answers.get() : NOT_FOUND).send(exchange);
        });
    }

    private static Thread thread(Runnable work) {
        var thread = new Thread(work, "http");
        thread.setDaemon(true);
        return thread;
    }

    private record Answer(int status, String type, String text) {
        void send(HttpExchange exchange) throws IOException {
            var body = text.getBytes(StandardCharsets.UTF_8);
            var isHead = exchange.getRequestMethod().equals("HEAD");
            exchange.getResponseHeaders().set("Content-Type", type);
            exchange.sendResponseHeaders(status, isHead ? -1 : body.length);
            try (exchange;
                    var out = exchange.getResponseBody()) {
                out.write(isHead ? new byte[0] : body);
            }
        }
    }
}
