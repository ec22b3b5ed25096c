package io.anixops.lease.e2e;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** Requests to one address, one after the other, each on a connection of its own, and which pod answered. */
final class Traffic implements AutoCloseable {
    private static final int PATIENCE_MILLIS = 3000;
    private static final byte[] REQUEST = "GET / HTTP/1.0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private final InetSocketAddress address;
    private final List<Request> requests = new CopyOnWriteArrayList<>();
    private final Thread sender = new Thread(this::send, "traffic");
    private volatile boolean ended;

    /** One request: when it was sent, when its answer was there or not waited for any longer, and by whom it was. */
    record Request(long sent, long ended, Optional<String> answeredBy) {}

    private Traffic(InetSocketAddress address) {
        this.address = address;
        sender.start();
    }

    /** Begins at once. */
    static Traffic to(String address, int port) {
        return new Traffic(new InetSocketAddress(address, port));
    }

    /** All until now. */
    List<Request> requests() {
        return List.copyOf(requests);
    }

    void awaitAnswerBy(String pod) {
        var from = System.nanoTime();
        Eventually.until(
                pod + " answers",
                () -> requests.stream()
                        .anyMatch(one -> one.sent() - from > 0
                                && one.answeredBy().filter(pod::equals).isPresent()));
    }

    @Override
    public void close() {
        ended = true;
        try {
            sender.join();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private void send() {
        while (!ended) {
            var sent = System.nanoTime();
            var by = ask();
            requests.add(new Request(sent, System.nanoTime(), by));
        }
    }

    private Optional<String> ask() {
        try (var socket = new Socket()) {
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.connect(address, PATIENCE_MILLIS);
            socket.getOutputStream().write(REQUEST);
            var answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip();
            return answer.startsWith("HTTP/1.1 200")
                    ? Optional.of(answer.substring(answer.lastIndexOf('\n') + 1))
                    : Optional.empty();
        } catch (IOException nobody) {
            return Optional.empty();
        }
    }
}
