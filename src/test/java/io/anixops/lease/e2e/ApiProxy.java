package io.anixops.lease.e2e;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Predicate;

/**
 * A plain HTTP front of the API server that can hold back single requests, and forge, delay and freeze.
 *
 * <p>It adds TLS and a service account's token. A request that was held is sent when it is released, also when its
 * caller gave up long ago: that is how a late write comes about. Watches stream. WebSockets are not offered, and
 * clients fall back to plain watches.
 */
final class ApiProxy implements AutoCloseable {
    static {
        System.setProperty("sun.net.httpserver.nodelay", "true"); // else some 40 ms for each request
    }

    private static final Set<String> NOT_FORWARDED = Set.of(
            "host",
            "connection",
            "content-length",
            "authorization",
            "upgrade",
            "http2-settings",
            "transfer-encoding",
            "expect");

    private final ExecutorService threads = Executors.newCachedThreadPool(work -> {
        var thread = new Thread(work, "api-proxy");
        thread.setDaemon(true);
        return thread;
    });
    private final List<Held> holds = new CopyOnWriteArrayList<>();
    private final List<ApiRule> rules = new CopyOnWriteArrayList<>();
    private final Set<ProxiedWatch> streams = ConcurrentHashMap.newKeySet();
    private final Queue<Request> seen = new ConcurrentLinkedQueue<>();
    private final HttpServer server;
    private final HttpClient upstream;
    private final String target;
    private final String token;

    private ApiProxy(HttpServer server, HttpClient upstream, String target, String token) {
        this.server = server;
        this.upstream = upstream;
        this.target = target;
        this.token = token;
    }

    static ApiProxy before(ApiServer apiServer, String token) {
        try {
            var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), Ports.next());
            HttpClient upstream = HttpClient.newBuilder()
                    .sslContext(Trust.in(apiServer.certificate()))
                    .version(
                            HttpClient.Version
                                    .HTTP_1_1) // a connection for each request under way: none waits for another
                    .connectTimeout(Duration.ofSeconds(30))
                    .build();
            var proxy = new ApiProxy(HttpServer.create(address, 1024), upstream, apiServer.url(), token);
            proxy.server.createContext("/", proxy::handle);
            proxy.server.setExecutor(proxy.threads);
            proxy.server.start();
            return proxy;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** A kubeconfig that leads here. */
    Path kubeconfigIn(Path folder) {
        return Folders.write(folder.resolve("proxy.kubeconfig"), Kubeconfig.plain(url()));
    }

    /** The next request that fits is held back before it reaches the API server; all others go through. */
    Held holdNext(Predicate<Request> which) {
        var held = new Held(which);
        holds.add(held);
        return held;
    }

    /** Until the rule is closed, this is done to each request that fits. */
    ApiRule rule(Predicate<Request> which, ApiRule.Deed deed) {
        var rule = new ApiRule(which, deed);
        rules.add(rule);
        return rule;
    }

    /** The watches that stream through here now. */
    List<ProxiedWatch> watches(Predicate<Request> which) {
        return streams.stream()
                .filter(stream -> stream.request().isWatch() && which.test(stream.request()))
                .toList();
    }

    /** What was asked until now is no longer counted: in hours it would fill the memory. */
    void forget() {
        seen.clear();
    }

    /** How many such requests have come from the beginning, or since they were forgotten. */
    long count(Predicate<Request> which) {
        return seen.stream().filter(which).count();
    }

    /** What the API server answers to a GET. */
    String get(String path) {
        try {
            var request = HttpRequest.newBuilder(URI.create(target + path)).header("Authorization", "Bearer " + token);
            return upstream.send(request.build(), BodyHandlers.ofString()).body();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while asking for " + path, stopped);
        }
    }

    @Override
    public void close() {
        holds.forEach(Held::drop);
        rules.forEach(ApiRule::close);
        server.stop(0);
        threads.shutdownNow();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            if (exchange.getRequestHeaders().containsKey("Sec-WebSocket-Key")) {
                exchange.sendResponseHeaders(200, -1); // not 101: the client goes on with a plain watch
                return;
            }
            byte[] body = exchange.getRequestBody().readAllBytes();
            var request = new Request(
                    exchange.getRequestMethod(),
                    exchange.getRequestURI().getRawPath(),
                    exchange.getRequestURI().getRawQuery(),
                    new String(body, StandardCharsets.UTF_8));
            seen.add(request);
            for (var rule : rules) {
                if (rule.fits(request) && !rule.passes(exchange)) {
                    return;
                }
            }
            Optional<Held> held = heldFor(request);
            if (held.isPresent() && !held.get().awaitDecision()) {
                return; // the caller sees its connection end without an answer
            }
            var response = upstream.send(toUpstream(exchange, body), BodyHandlers.ofInputStream());
            held.ifPresent(one -> one.answered(response.statusCode()));
            answer(request, exchange, response);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private Optional<Held> heldFor(Request request) {
        Optional<Held> held = holds.stream().filter(one -> one.takes(request)).findFirst();
        held.ifPresent(holds::remove);
        return held;
    }

    private HttpRequest toUpstream(HttpExchange exchange, byte[] body) {
        var publisher = body.length == 0 ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body);
        var request = HttpRequest.newBuilder(URI.create(target + exchange.getRequestURI()))
                .method(exchange.getRequestMethod(), publisher)
                .header("Authorization", "Bearer " + token);
        exchange.getRequestHeaders().forEach((name, values) -> {
            if (!NOT_FORWARDED.contains(name.toLowerCase(Locale.ROOT))) {
                values.forEach(value -> request.header(name, value));
            }
        });
        return request.build();
    }

    private void answer(Request request, HttpExchange exchange, HttpResponse<InputStream> response) throws IOException {
        response.headers().map().forEach((name, values) -> {
            if (!NOT_FORWARDED.contains(name.toLowerCase(Locale.ROOT)) && !name.startsWith(":")) {
                exchange.getResponseHeaders().put(name, values);
            }
        });
        try (var in = response.body()) {
            if (response.statusCode() == 204 || response.statusCode() == 304) {
                exchange.sendResponseHeaders(response.statusCode(), -1);
                return;
            }
            exchange.sendResponseHeaders(response.statusCode(), 0); // chunked, since a watch has no length
            var stream = new ProxiedWatch(request, in, exchange.getResponseBody());
            streams.add(stream);
            try {
                stream.pump();
            } finally {
                streams.remove(stream);
            }
        }
    }

    /** What a predicate may look at. */
    record Request(String method, String path, String query, String body) {
        boolean isWatch() {
            return query != null && query.contains("watch=true");
        }

        boolean isList() {
            return method.equals("GET") && !isWatch();
        }
    }
}
