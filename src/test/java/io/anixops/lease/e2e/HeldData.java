package io.anixops.lease.e2e;

import io.anixops.lease.e2e.TcpProxy.Direction;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

/** One piece of data that a {@link TcpProxy} holds back, or will; what comes on other connections passes it by. */
final class HeldData {
    private final Direction direction;
    private final String words;
    private final AtomicBoolean taken = new AtomicBoolean();
    private final CountDownLatch arrived = new CountDownLatch(1);
    private final CountDownLatch passed = new CountDownLatch(1);

    HeldData(Direction direction, String words) {
        this.direction = direction;
        this.words = words;
    }

    boolean hasArrived() {
        return arrived.getCount() == 0;
    }

    /** Lets it go on, whether or not anybody still waits for it; nothing is held back any more. */
    void pass() {
        passed.countDown();
    }

    /** Returns at once where it is not what is waited for. */
    void await(Direction where, byte[] data, int length) throws InterruptedException {
        if (where == direction
                && passed.getCount() > 0
                && new String(data, 0, length, StandardCharsets.ISO_8859_1).contains(words)
                && taken.compareAndSet(false, true)) {
            arrived.countDown();
            passed.await();
        }
    }
}
