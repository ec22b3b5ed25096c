package io.anixops.lease.e2e;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

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

    private enum Mode {
        PASS,
        SWALLOW,
        RESET,
        HOLD
    }

    private final int target;
    private final ServerSocket server;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private Mode toServer = Mode.PASS;
    private Mode toClient = Mode.PASS;
    private volatile Duration delay = Duration.ZERO;

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

    /** Everything goes through, also what was held back. */
    void pass() {
        set(Mode.PASS, Mode.PASS);
    }

    /** A black hole: connections stay open, or are accepted, and nothing arrives any more. Lost is lost. */
    void swallow() {
        set(Mode.SWALLOW, Mode.SWALLOW);
    }

    /** Open connections end with a reset, new ones too as soon as they are made. */
    void reset() {
        set(Mode.RESET, Mode.RESET);
        sockets.forEach(TcpProxy::abort);
    }

    /** Ends the open connections, as a server does that restarts; new ones are served. */
    void cut() {
        sockets.forEach(TcpProxy::abort);
    }

    /** From now on, what goes in this direction waits here until {@link #pass()}. */
    void hold(Direction direction) {
        set(
                direction == Direction.TO_SERVER ? Mode.HOLD : Mode.PASS,
                direction == Direction.TO_CLIENT ? Mode.HOLD : Mode.PASS);
    }

    /** Each piece of data arrives this much later, in both directions. */
    public void delay(Duration each) {
        delay = each;
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
                Socket client = server.accept();
                sockets.add(client);
                thread("connect", () -> connect(client));
            } catch (IOException closed) {
                return; // closing the server socket is how this loop ends
            }
        }
    }

    private void connect(Socket client) {
        if (modeOf(Direction.TO_SERVER) == Mode.RESET) {
            abort(client);
            return;
        }
        try {
            var upstream = new Socket();
            sockets.add(upstream);
            upstream.setTcpNoDelay(true);
            client.setTcpNoDelay(true);
            upstream.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), target));
            thread("to-server", () -> pump(client, upstream, Direction.TO_SERVER));
            thread("to-client", () -> pump(upstream, client, Direction.TO_CLIENT));
        } catch (IOException refused) {
            abort(client); // what a client of a refusing server sees through a proxy
        }
    }

    private void pump(Socket from, Socket to, Direction direction) {
        byte[] buffer = new byte[65_536];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                if (passes(direction)) {
                    out.write(buffer, 0, read);
                }
            }
            passes(direction); // the end of the stream waits like its data
        } catch (IOException broken) {
            abort(to); // one side broke the connection: so does the other
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } finally {
            sockets.remove(from);
            sockets.remove(to);
        }
    }

    /** Waits as long as the mode asks for, and tells whether the data goes on. */
    private boolean passes(Direction direction) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(delay.toNanos());
        lock.lock();
        try {
            while (modeOf(direction) == Mode.HOLD) {
                changed.await();
            }
            return modeOf(direction) == Mode.PASS;
        } finally {
            lock.unlock();
        }
    }

    private Mode modeOf(Direction direction) {
        lock.lock();
        try {
            return direction == Direction.TO_SERVER ? toServer : toClient;
        } finally {
            lock.unlock();
        }
    }

    private void set(Mode newToServer, Mode newToClient) {
        lock.lock();
        try {
            toServer = newToServer;
            toClient = newToClient;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private static void abort(Socket socket) {
        try {
            socket.setSoLinger(true, 0); // a reset instead of an orderly end
            socket.close();
        } catch (IOException alreadyGone) {
            // that is what was wanted
        }
    }

    private void thread(String what, Runnable work) {
        var thread = new Thread(work, "tcp-proxy-" + what + "-" + target);
        thread.setDaemon(true);
        thread.start();
    }
}
