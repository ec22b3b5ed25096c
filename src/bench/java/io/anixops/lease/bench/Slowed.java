package io.anixops.lease.bench;

import java.util.concurrent.locks.LockSupport;

/** Ours with every operation made a fifth slower: a benchmark that does not show it shows nothing. */
record Slowed(Contestant contestant) implements Contestant {
    private static final double SLOWER_BY = 0.2;

    @Override
    public String name() {
        return "ours, slowed by 20 %";
    }

    @Override
    public void take(int lease) {
        contestant.take(lease);
    }

    @Override
    public void renew(int lease) {
        slowly(() -> contestant.renew(lease));
    }

    @Override
    public void cycle(int lease) {
        slowly(() -> contestant.cycle(lease));
    }

    @Override
    public void occupy(int lease) {
        contestant.occupy(lease);
    }

    @Override
    public void refused(int lease) {
        slowly(() -> contestant.refused(lease));
    }

    private static void slowly(Runnable operation) {
        var began = System.nanoTime();
        operation.run();
        var until = System.nanoTime() + (long) ((System.nanoTime() - began) * SLOWER_BY);
        while (until - System.nanoTime() > 0) {
            LockSupport.parkNanos(1_000);
        }
    }
}
