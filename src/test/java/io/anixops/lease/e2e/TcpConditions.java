package io.anixops.lease.e2e;

import io.anixops.lease.e2e.TcpProxy.Direction;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** What a {@link TcpProxy} does now with what comes, by its direction. */
final class TcpConditions {
    enum Mode {
        PASS,
        SWALLOW,
        RESET,
        HOLD,
        CLOSED
    }

    /** At which message of its client a connection ends, and whether the server gets that one. */
    record Cut(int message, boolean arrives) {
        private static final Cut NEVER = new Cut(Integer.MAX_VALUE, true);
    }

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Map<Direction, Mode> modes = new EnumMap<>(Direction.class);
    private final List<HeldData> holds = new CopyOnWriteArrayList<>();
    private volatile Duration delay = Duration.ZERO;
    private volatile Cut cut = Cut.NEVER;

    TcpConditions() {
        set(Mode.PASS);
    }

    /** In both directions. */
    void set(Mode mode) {
        set(mode, mode);
    }

    /** The other direction passes. */
    void set(Direction direction, Mode mode) {
        boolean toServer = direction == Direction.TO_SERVER;
        set(toServer ? mode : Mode.PASS, toServer ? Mode.PASS : mode);
    }

    private void set(Mode toServer, Mode toClient) {
        lock.lock();
        try {
            modes.put(Direction.TO_SERVER, toServer);
            modes.put(Direction.TO_CLIENT, toClient);
            cut = Cut.NEVER;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    void delay(Duration each) {
        delay = each;
    }

    void cutAt(Cut where) {
        set(Mode.PASS);
        cut = where;
    }

    Cut cut() {
        return cut;
    }

    boolean is(Direction direction, Mode mode) {
        lock.lock();
        try {
            return modes.get(direction) == mode;
        } finally {
            lock.unlock();
        }
    }

    void hold(HeldData data) {
        holds.add(data);
    }

    /** Waits as long as the mode asks for, and tells whether the data goes on. */
    boolean passes(Direction direction, byte[] data, int length) throws InterruptedException {
        for (var held : holds) {
            held.await(direction, data, length);
        }
        TimeUnit.NANOSECONDS.sleep(delay.toNanos());
        await(direction, false);
        return is(direction, Mode.PASS);
    }

    /** The end of a stream waits like its data; while the other direction is closed, it is not told at all. */
    void awaitEnd(Direction direction) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(delay.toNanos());
        await(direction, true);
    }

    private void await(Direction direction, boolean atEnd) throws InterruptedException {
        lock.lock();
        try {
            while (modes.get(direction) == Mode.HOLD || (atEnd && modes.containsValue(Mode.CLOSED))) {
                changed.await();
            }
        } finally {
            lock.unlock();
        }
    }
}
