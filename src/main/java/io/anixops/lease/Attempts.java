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
            answers.attempted(contender, attempt(contender, claim), sentAt);
        } catch (Throwable t) {
            answers.attemptFailed(contender, t);
        }
    }

    private Attempt attempt(Contender contender, Claim claim) {
        return store.tryAcquire(claim).match(held -> fresh(contender, held, claim), denied -> denied);
    }

    /** A hand-over to ourselves is a new term, to which nothing that was sent for the old one can do harm. */
    private Attempt fresh(Contender contender, Attempt.Held held, Claim claim) {
        var stale = driver.ask(contender, election -> election.isStale(held.term()));
        return stale ? store.handOver(held.term(), claim) : held;
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
