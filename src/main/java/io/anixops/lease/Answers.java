package io.anixops.lease;

/** Carries what the store said, or did not say, to the election that asked. */
final class Answers implements Renewals.Answers {
    private final Outages outages = new Outages();
    private final ElectionListener listener;
    private final Guard guard;
    private final Driver driver;

    Answers(ElectionListener listener, Guard guard, Driver driver) {
        this.listener = listener;
        this.guard = guard;
        this.driver = driver;
    }

    void attempted(Contender contender, Attempt attempt, long sentAt) {
        driver.tell(contender, (election, now) -> tell(election, attempt, sentAt, now));
        answered(contender);
    }

    private static void tell(Election election, Attempt attempt, long sentAt, long now) {
        attempt.<Attempt>match(
                held -> {
                    election.held(held.term(), sentAt);
                    return held;
                },
                denied -> {
                    election.refused(denied.lease(), now);
                    return denied;
                });
    }

    void attemptFailed(Contender contender, Throwable cause) {
        driver.tell(contender, Election::acquireFailed);
        report(contender, cause);
        guard.run("attemptFailed", () -> listener.attemptFailed(contender.name()));
    }

    void released(Contender contender, boolean ours) {
        driver.tell(contender, Election::released);
        answered(contender);
    }

    void releaseFailed(Contender contender, Throwable cause) {
        driver.tell(contender, Election::released); // it expires by itself
        report(contender, cause);
    }

    @Override
    public void renewed(Renewals.Due due, Renewal answer, long sentAt) {
        answer.match(renewed -> confirmed(due, sentAt), lost -> lost(due), failed -> {
            failed(due, failed.cause());
            return due;
        });
    }

    private Renewals.Due confirmed(Renewals.Due due, long sentAt) {
        driver.tell(due.contender(), (election, now) -> {
            election.tenureOf(due.request().term()).ifPresent(tenure -> {
                tenure.renewed(sentAt, now);
                due.contender().trust(tenure.trust());
            });
        });
        answered(due.contender());
        return due;
    }

    private Renewals.Due lost(Renewals.Due due) {
        driver.tell(
                due.contender(),
                (election, now) -> election.tenureOf(due.request().term()).ifPresent(Tenure::lose));
        answered(due.contender());
        return due;
    }

    @Override
    public void failed(Renewals.Due due, Throwable cause) {
        driver.tell(
                due.contender(),
                (election, now) ->
                        election.tenureOf(due.request().term()).ifPresent(tenure -> tenure.renewalFailed(now)));
        report(due.contender(), cause);
        guard.run("renewalFailed", () -> listener.renewalFailed(due.contender().name()));
    }

    private void answered(Contender contender) {
        guard.run("logging", () -> outages.answered(contender.name()));
    }

    private void report(Contender contender, Throwable cause) {
        if (cause instanceof LeaseStoreException silence) {
            guard.run("logging", () -> outages.failed(contender.name(), silence));
        } else {
            guard.survived("asking the store about lease " + contender.name(), cause);
        }
    }
}
