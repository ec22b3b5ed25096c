import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * /healthz for both probes: whether this process does its part, whoever leads and whether or not the database answers,
 * since a restart would mend neither. /metrics has the gauge that is 1 where the leader is.
 */
final class Endpoints {
    private Endpoints() {}

    static void serve(int port, BooleanSupplier alive, Supplier<String> metrics) throws IOException {
        var server = HttpServer.create(new InetSocketAddress(port), 0);
        server.createContext(
                "/healthz",
                exchange -> answer(exchange, alive.getAsBoolean() ? 200 : 503, ""));
        server.createContext("/metrics", exchange -> answer(exchange, 200, metrics.get()));
        server.start(); // its thread keeps the process going
    }

    private static void answer(HttpExchange exchange, int status, String text) throws IOException {
        var body = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "text/plain; version=0.0.4; charset=utf-8");
        exchange.sendResponseHeaders(status, body.length);
        try (var out = exchange.getResponseBody()) {
            out.write(body);
        }
    }
}
