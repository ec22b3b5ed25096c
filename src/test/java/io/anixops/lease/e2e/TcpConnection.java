package io.anixops.lease.e2e;

import io.anixops.lease.e2e.TcpConditions.Mode;
import io.anixops.lease.e2e.TcpProxy.Direction;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicInteger;

/** One connection through a {@link TcpProxy}: a socket on either side, and a thread for each direction. */
final class TcpConnection {
    private final Socket client;
    private final Socket server = new Socket();
    private final TcpConditions conditions;
    private final AtomicInteger messages = new AtomicInteger(); // of the client

    TcpConnection(Socket client, TcpConditions conditions) {
        this.client = client;
        this.conditions = conditions;
    }

    /** Until both sides are closed. */
    void serve(int target) {
        if (conditions.is(Direction.TO_SERVER, Mode.RESET)) {
            abort();
            return;
        }
        try (client;
                server) {
            server.setTcpNoDelay(true);
            client.setTcpNoDelay(true);
            server.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), target));
            pumpBoth();
        } catch (IOException refused) {
            abort(); // what a client of a refusing server sees through a proxy
        }
    }

    private void pumpBoth() {
        for (var direction : Direction.values()) {
            if (conditions.is(direction, Mode.CLOSED)) {
                end(direction);
            }
        }
        var answers = new Thread(
                () -> pump(Direction.TO_CLIENT), Thread.currentThread().getName() + "-answers");
        answers.setDaemon(true);
        answers.start();
        pump(Direction.TO_SERVER);
    }

    /** Ends both sides with a reset. */
    void abort() {
        abort(client);
        abort(server);
    }

    /** Whoever listens in this direction sees the end of the stream. */
    void end(Direction direction) {
        try {
            (direction == Direction.TO_SERVER ? server : client).shutdownOutput();
        } catch (IOException endedOrNotOpenYet) {
            // that is what was wanted, or comes as soon as it is open
        }
    }

    /** The client's next message is the first. */
    void countAnew() {
        messages.set(0);
    }

    private void pump(Direction direction) {
        var from = direction == Direction.TO_SERVER ? client : server;
        var to = direction == Direction.TO_SERVER ? server : client;
        try (from;
                to) {
            passOn(direction, from.getInputStream(), to.getOutputStream());
        } catch (IOException broken) {
            abort(to); // one side broke the connection: so does the other
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    /** Until the stream ends, or a message comes that is to be the last one. */
    private void passOn(Direction direction, InputStream in, OutputStream out)
            throws IOException, InterruptedException {
        byte[] buffer = new byte[65_536];
        for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
            if (conditions.passes(direction, buffer, read)) {
                var cut = conditions.cut();
                boolean last = direction == Direction.TO_SERVER && messages.incrementAndGet() >= cut.message();
                if (!last || cut.arrives()) {
                    out.write(buffer, 0, read);
                }
                if (last) {
                    abort(client); // the server sees an orderly end, after what has arrived
                    return;
                }
            }
        }
        conditions.awaitEnd(direction);
    }

    private static void abort(Socket socket) {
        try {
            socket.setSoLinger(true, 0); // a reset instead of an orderly end
            socket.close();
        } catch (IOException alreadyGone) {
            // that is what was wanted
        }
    }
}
