package io.anixops.lease.e2e;

import io.anixops.lease.e2e.TcpConditions.Cut;
import io.anixops.lease.e2e.TcpConditions.Mode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A port in front of another one of the loopback interface, with a bad network between the two.
 *
 * <p>A change of mode applies to open connections too, from the next piece of data on.
 */
public final class TcpProxy implements AutoCloseable {
    enum Direction {
        TO_SERVER,
        TO_CLIENT
    }

    private final ServerSocket server;
    private final Set<TcpConnection> connections = ConcurrentHashMap.newKeySet();
    private final TcpConditions conditions = new TcpConditions();
    private volatile int target;

    private TcpProxy(int target, ServerSocket server) {
        this.target = target;
        this.server = server;
    }

    public static TcpProxy to(int port) {
        return at(new InetSocketAddress(InetAddress.getLoopbackAddress(), Ports.next()), port);
    }

    /** One that others than this machine reach too. */
    static TcpProxy at(InetSocketAddress address, int port) {
        try {
            var server = new ServerSocket();
            server.setReuseAddress(true);
            server.bind(address);
            var proxy = new TcpProxy(port, server);
            proxy.thread("accept", proxy::acceptAll);
            return proxy;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    public int port() {
        return server.getLocalPort();
    }

    /** New connections go to this port; those that are open stay where they are. */
    void leadTo(int port) {
        target = port;
    }

    /** Everything goes through, also what was held back. */
    void pass() {
        conditions.set(Mode.PASS);
    }

    /** A black hole: connections stay open, or are accepted, and nothing arrives any more. Lost is lost. */
    void swallow() {
        conditions.set(Mode.SWALLOW);
    }

    /** Open connections end with a reset, new ones too as soon as they are made. */
    void reset() {
        conditions.set(Mode.RESET);
        cut();
    }

    /** Ends the open connections, as a server does that restarts; new ones are served. */
    void cut() {
        connections.forEach(TcpConnection::abort);
    }

    /**
     * Until {@link #pass()}, each connection ends at this message that its client sends from now on. Such a message is
     * what the client sends at once, as one does that waits for each answer.
     *
     * @param arrives whether the server gets that message, and nobody hears its answer, or the message is lost
     */
    void cutAt(int message, boolean arrives) {
        connections.forEach(TcpConnection::countAnew);
        conditions.cutAt(new Cut(message, arrives));
    }

    /** From now on, what goes in this direction waits here until {@link #pass()}. */
    void hold(Direction direction) {
        conditions.set(direction, Mode.HOLD);
    }

    /** The next piece of data with these words, byte for byte, is held back; all other data goes through. */
    HeldData holdNext(Direction direction, String words) {
        var held = new HeldData(direction, words);
        conditions.hold(held);
        return held;
    }

    /**
     * Whoever listens in this direction is told that no more comes. The other direction stays open until {@link #pass()}:
     * what comes there arrives, and its end is not told.
     */
    void halfClose(Direction direction) {
        conditions.set(direction, Mode.CLOSED);
        connections.forEach(connection -> connection.end(direction));
    }

    /** Each piece of data arrives this much later, in both directions. */
    public void delay(Duration each) {
        conditions.delay(each);
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } finally {
            cut();
            pass();
        }
    }

    private void acceptAll() {
        while (!server.isClosed()) {
            try {
                var connection = new TcpConnection(server.accept(), conditions);
                connections.add(connection);
                thread("serve", () -> serve(connection));
            } catch (IOException closed) {
                return; // closing the server socket is how this loop ends
            }
        }
    }

    private void serve(TcpConnection connection) {
        try {
            connection.serve(target);
        } finally {
            connections.remove(connection);
        }
    }

    private void thread(String what, Runnable work) {
        var thread = new Thread(work, "tcp-proxy-" + what + "-" + target);
        thread.setDaemon(true);
        thread.start();
    }
}
