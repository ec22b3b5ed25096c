package io.anixops.lease.e2e;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** An answer that streams through an {@link ApiProxy}, a watch above all. */
final class ProxiedWatch {
    private final ApiProxy.Request request;
    private final InputStream from;
    private final OutputStream to;
    private volatile boolean frozen;
    private volatile boolean ended;

    ProxiedWatch(ApiProxy.Request request, InputStream from, OutputStream to) {
        this.request = request;
        this.from = from;
        this.to = to;
    }

    ApiProxy.Request request() {
        return request;
    }

    void pump() throws IOException {
        byte[] buffer = new byte[65_536];
        for (int read = read(buffer); read >= 0; read = read(buffer)) {
            if (!frozen) {
                write(buffer, read);
            }
        }
        to.close();
    }

    private int read(byte[] buffer) throws IOException {
        try {
            return from.read(buffer);
        } catch (IOException broken) {
            if (ended) {
                return -1;
            }
            throw broken;
        }
    }

    private synchronized void write(byte[] bytes, int length) throws IOException {
        to.write(bytes, 0, length);
        to.flush();
    }

    /** The connection stays, and nothing comes any more. */
    void freeze() {
        frozen = true;
    }

    /** Ends like one whose time is up. */
    void end() {
        try {
            ended = true;
            from.close();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Tells that its version is too old to go on from, and ends; the one who listened may be gone already. */
    void expire() {
        byte[] event = "{\"type\":\"ERROR\",\"object\":%s}\n"
                .formatted(ApiRule.status(410, "Expired"))
                .getBytes(StandardCharsets.UTF_8);
        try {
            write(event, event.length);
        } catch (IOException gone) {
            // a process that was killed; its watch would be noticed as broken with the next thing to tell
        }
        end();
    }
}
