package io.anixops.lease.operator;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** Names threads, so that a thread dump tells whose they are. */
final class Threads {
    private Threads() {}

    static ThreadFactory daemon(String name) {
        var count = new AtomicInteger();
        return task -> {
            var thread = new Thread(task, name + "-" + count.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }
}
