package io.anixops.lease.e2e;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** What an {@link ApiProxy} does with requests that fit before, or in the place of, the API server; until it is closed. */
final class ApiRule implements AutoCloseable {
    private final Predicate<ApiProxy.Request> which;
    private final Deed deed;
    private final CountDownLatch ended = new CountDownLatch(1);

    ApiRule(Predicate<ApiProxy.Request> which, Deed deed) {
        this.which = which;
        this.deed = deed;
    }

    /** What is done. */
    interface Deed {
        /** Whether the request goes on to the API server. */
        boolean to(HttpExchange exchange, CountDownLatch ended) throws IOException, InterruptedException;
    }

    /** An error, as the API server words it. */
    static Deed refuse(int code, String reason) {
        return answer(code, status(code, reason));
    }

    /** Too many requests; come back after so many seconds. */
    static Deed putOff(int seconds) {
        return (exchange, ended) -> {
            exchange.getResponseHeaders().set("Retry-After", Integer.toString(seconds));
            return refuse(429, "TooManyRequests").to(exchange, ended);
        };
    }

    static Deed answer(int code, String json) {
        return (exchange, ended) -> {
            byte[] body = json.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(code, body.length);
            exchange.getResponseBody().write(body);
            return false;
        };
    }

    /** The API server gets it so much later. */
    static Deed delay(Duration by) {
        return (exchange, ended) -> {
            ended.await(by.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        };
    }

    /** No answer, until the rule ends; then the connection does. */
    static Deed swallow() {
        return (exchange, ended) -> {
            ended.await();
            return false;
        };
    }

    static String status(int code, String reason) {
        return "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"status\":\"Failure\",\"message\":\"forged\",\"reason\":\"%s\",\"code\":%d}"
                .formatted(reason, code);
    }

    boolean fits(ApiProxy.Request request) {
        return ended.getCount() > 0 && which.test(request);
    }

    boolean passes(HttpExchange exchange) throws IOException, InterruptedException {
        return deed.to(exchange, ended);
    }

    @Override
    public void close() {
        ended.countDown();
    }
}
