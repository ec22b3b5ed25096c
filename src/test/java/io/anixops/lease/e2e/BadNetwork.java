package io.anixops.lease.e2e;

import java.time.Duration;

/** What a network does for a while: each begins at once, and what is returned ends it. */
final class BadNetwork {
    private BadNetwork() {}

    static Runnable swallow(TcpProxy network) {
        network.swallow();
        return network::pass;
    }

    static Runnable slow(TcpProxy network) {
        network.delay(Duration.ofMillis(400));
        return () -> network.delay(Duration.ZERO);
    }

    static Runnable hold(TcpProxy network, TcpProxy.Direction direction) {
        network.hold(direction);
        return network::pass;
    }

    static Runnable halfClose(TcpProxy network, TcpProxy.Direction direction) {
        network.halfClose(direction);
        return network::pass;
    }

    static Runnable reset(TcpProxy network) {
        network.reset();
        return network::pass;
    }

    static Runnable cut(TcpProxy network) {
        network.cut();
        return () -> {};
    }

    static Runnable cutAt(TcpProxy network, int message, boolean arrives) {
        network.cutAt(message, arrives);
        return network::pass;
    }
}
