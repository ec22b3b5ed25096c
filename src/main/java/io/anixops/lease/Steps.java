package io.anixops.lease;

import io.anixops.lease.Election.Step;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** Does what elections decide, on the thread that drives them; what may take its time is handed on. */
final class Steps {
    private static final Logger LOG = LoggerFactory.getLogger(Electors.class);

    private final Settings settings;
    private final Driver driver;
    private final Guard guard;
    private final Lanes lanes;
    private final Attempts attempts;
    private final Renewals renewals;
    private final WorkRun runs;

    Steps(LeaseStore store, Settings settings, Lanes lanes, Guard guard, Driver driver) {
        this.settings = settings;
        this.driver = driver;
        this.guard = guard;
        this.lanes = lanes;
        var answers = new Answers(settings.listener(), guard, driver);
        attempts = new Attempts(store, settings, answers, driver);
        renewals = new Renewals(store, settings.clock(), lanes.renewals(), answers);
        runs = new WorkRun(settings.interrupts(), lanes.work(), guard, driver);
    }

    void take(Step step, Contender contender) {
        switch (step) {
            case ACQUIRE -> acquire(contender);
            case START -> start(contender);
            case RENEW -> renew(contender);
            case STOP -> stop(contender);
            case OVERDUE -> overdue(contender);
            case RELEASE -> release(contender);
            case END -> driver.ended(contender);
            case WAIT -> {}
        }
    }

    private void acquire(Contender contender) {
        handOn(
                () -> lanes.attempts().execute(() -> attempts.acquire(contender)),
                () -> driver.tell(contender, Election::acquireFailed));
    }

    private void release(Contender contender) {
        handOn(
                () -> lanes.attempts().execute(() -> attempts.release(contender)),
                () -> driver.tell(contender, Election::released));
    }

    private void start(Contender contender) {
        var leadership = driver.ask(
                contender,
                election -> contender.lead(new Leadership(election.term(), election.trust(), settings.clock())));
        log(Level.INFO, leadership.name(), leadership.token(), "This process leads", "");
        handOn(() -> runs.start(contender, leadership), () -> {
            leadership.end();
            driver.tell(contender, (election, now) -> election.returned());
        });
    }

    private void stop(Contender contender) {
        var leadership = contender.leadership();
        runs.stop(contender, leadership);
        var loss = driver.ask(contender, Election::loss);
        log(loss.level(), leadership.name(), leadership.token(), "This process leads no more", loss.text());
    }

    private void overdue(Contender contender) {
        var leadership = contender.leadership();
        log(
                Level.WARN,
                leadership.name(),
                leadership.token(),
                "The work does not return in its time",
                "its lease is left to expire");
    }

    private void renew(Contender contender) {
        renewals.add(new Renewals.Due(
                contender,
                driver.ask(
                        contender,
                        election -> new RenewalRequest(
                                election.term(), election.timing().ttl()))));
    }

    /** Sends the renewals that are due, and those that will be in a moment with them. */
    void sendRenewals() {
        if (renewals.isAnyDue()) {
            driver.joiningRenewal().forEach(this::renew);
            renewals.send();
        }
    }

    /** A thread that cannot be had must not leave the election waiting for it. */
    private void handOn(Runnable task, Runnable otherwise) {
        try {
            task.run();
        } catch (Throwable t) {
            guard.survived("handing on a task", t);
            otherwise.run();
        }
    }

    private void log(Level level, LeaseName lease, long token, String message, String reason) {
        guard.run(
                "logging",
                () -> LOG.atLevel(level)
                        .addKeyValue("lease", lease)
                        .addKeyValue("holder", settings.holder())
                        .addKeyValue("token", token)
                        .addKeyValue("reason", reason)
                        .log(message));
    }
}
