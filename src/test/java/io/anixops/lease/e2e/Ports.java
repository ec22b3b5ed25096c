package io.anixops.lease.e2e;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Free ports on the loopback interface.
 *
 * <p>They lie below the range from which the kernel takes ports for outgoing connections, so that a server that is
 * stopped for a while finds its port free when it comes back.
 */
public final class Ports {
    private static final Set<Integer> GIVEN = ConcurrentHashMap.newKeySet();

    private Ports() {}

    public static int next() {
        for (int attempt = 0; attempt < 1000; attempt++) {
            int port = ThreadLocalRandom.current().nextInt(18_000, 32_000);
            if (isFree(port) && GIVEN.add(port)) {
                return port;
            }
        }
        throw new IllegalStateException("no free port between 18000 and 32000");
    }

    static boolean isFree(int port) {
        try (var socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return true;
        } catch (IOException taken) {
            return false;
        }
    }
}
