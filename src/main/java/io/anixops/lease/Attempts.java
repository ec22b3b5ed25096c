package io.anixops.lease;

/** Asks the store for one lease, or gives one back; on a thread that may wait for it. */
final class Attempts {
    private final LeaseStore store;
    private final Settings settings;
    private final Answers answers;
    private final Driver driver;

    Attempts(LeaseStore store, Settings settings, Answers answers, Driver driver) {
        this.store = store;
        this.settings = settings;
        this.answers = answers;
        this.driver = driver;
    }

    void acquire(Contender contender) {
        try {
            var claim = driver.ask(contender, election -> claim(contender.name(), election));
            var sentAt = settings.clock().getAsLong(); // before the request leaves: the term began after it
            answers.attempted(contender, store.tryAcquire(claim), sentAt);
        } catch (Throwable t) {
            answers.attemptFailed(contender, t);
        }
    }

    private Claim claim(LeaseName name, Election election) {
        var holder = settings.holder();
        return new Claim(name, holder, holder, election.timing().ttl(), settings.holderInfo(), election.seen());
    }

    void release(Contender contender) {
        try {
            var term = driver.ask(contender, Election::term);
            answers.released(contender, store.release(term));
        } catch (Throwable t) {
            answers.releaseFailed(contender, t);
        }
    }
}
