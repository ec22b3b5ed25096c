package io.anixops.lease.bench;

/** Ours with a fifth more work for each renewal: a benchmark that does not show it shows nothing. */
record Slowed(Contestant contestant) implements Contestant {
    private static final int ONE_MORE_AFTER = 5;

    @Override
    public String name() {
        return "ours, slowed by 20 %";
    }

    @Override
    public String table() {
        return contestant.table();
    }

    @Override
    public boolean has(Operation operation) {
        return operation == Operation.RENEW;
    }

    @Override
    public void take(int lease) {
        contestant.take(lease);
    }

    @Override
    public void renew(int lease) {
        contestant.renew(lease);
        if (lease % ONE_MORE_AFTER == 0) {
            contestant.renew(lease);
        }
    }
}
