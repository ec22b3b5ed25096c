package io.anixops.lease.bench;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.ObjIntConsumer;

/** What is measured, and what has to be so before it. */
enum Operation {
    RENEW("renew", Contestant::take, each(Contestant::renew)),
    CYCLE("acquire and release", (contestant, lease) -> {}, each(Contestant::cycle)),
    REFUSED("refused attempt", Contestant::occupy, each(Contestant::refused)),
    CONTENDED("acquire and release one contended lease", (contestant, lease) -> {}, Operation::contend);

    private static final AtomicInteger HOLDING = new AtomicInteger();
    private static final long REFUSED_WAIT_NANOS = 5_000_000; // at once, and who has it would wait for the processor

    private final String title;
    private final ObjIntConsumer<Contestant> prepare;
    private final Work work;

    /** Tells how much it did of what is counted. */
    private interface Work {
        long with(Contestant contestant, int lease);
    }

    Operation(String title, ObjIntConsumer<Contestant> prepare, Work work) {
        this.title = title;
        this.prepare = prepare;
        this.work = work;
    }

    private static Work each(ObjIntConsumer<Contestant> one) {
        return (contestant, lease) -> {
            one.accept(contestant, lease);
            return 1;
        };
    }

    /** Each thread stands for a process; what counts is to have had the lease, and nobody else at that time. */
    private static long contend(Contestant contestant, int lease) {
        var had = contestant.contend(Turns.workerOf(lease), () -> {
            Expect.that(HOLDING.getAndIncrement() == 0, "two had one lease");
            HOLDING.decrementAndGet();
        });
        if (!had) {
            LockSupport.parkNanos(REFUSED_WAIT_NANOS);
        }
        return had ? 1 : 0;
    }

    String title() {
        return title;
    }

    /** Whether waiting processes are told of it, by ours alone. */
    boolean notifies() {
        return this == CYCLE || this == CONTENDED;
    }

    void prepare(Contestant contestant, int lease) {
        prepare.accept(contestant, lease);
    }

    long run(Contestant contestant, int lease) {
        return work.with(contestant, lease);
    }
}
