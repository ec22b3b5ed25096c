package io.anixops.lease.postgres;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Between a client and a server on this machine: passes on, or swallows what is sent without a word to either. */
final class TcpProxy implements AutoCloseable {
    private final ServerSocket door;
    private final int target;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private volatile boolean swallowing;

    TcpProxy(int target) {
        this.target = target;
        try {
            this.door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        daemon(this::accept);
    }

    int port() {
        return door.getLocalPort();
    }

    /** From now on nothing passes, on connections that are there and on new ones. */
    void swallow() {
        swallowing = true;
    }

    /** New connections pass again; those from before never recover. */
    void passOn() {
        swallowing = false;
    }

    /** Ends all connections as a network device does. */
    void reset() {
        sockets.forEach(TcpProxy::reset);
        sockets.clear();
    }

    @Override
    public void close() {
        reset();
        try {
            door.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void accept() {
        while (!door.isClosed()) {
            try {
                var client = door.accept();
                var server = new Socket(InetAddress.getLoopbackAddress(), target);
                sockets.add(client);
                sockets.add(server);
                daemon(() -> pump(client, server));
                daemon(() -> pump(server, client));
            } catch (IOException e) {
                return; // closed
            }
        }
    }

    private void pump(Socket from, Socket to) {
        var buffer = new byte[8192];
        var dead = false;
        try {
            for (var read = from.getInputStream().read(buffer);
                    read >= 0;
                    read = from.getInputStream().read(buffer)) {
                dead |= swallowing;
                if (!dead) {
                    to.getOutputStream().write(buffer, 0, read);
                }
            }
        } catch (IOException e) {
            reset(from);
        }
        if (!dead) {
            reset(to);
        }
    }

    private static void reset(Socket socket) {
        try (socket) {
            if (!socket.isClosed()) {
                socket.setSoLinger(true, 0);
            }
        } catch (SocketException e) {
            assert socket.isClosed() : e; // the pump of the other direction was first
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void daemon(Runnable work) {
        var thread = new Thread(work, "tcp-proxy");
        thread.setDaemon(true);
        thread.start();
    }
}
