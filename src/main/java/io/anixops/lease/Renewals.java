package io.anixops.lease;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;

/** Sends the renewals that are due together in one statement, one statement at a time. */
final class Renewals {
    private final LeaseStore store;
    private final LongSupplier clock;
    private final Executor lane;
    private final Answers answers;
    private final Map<LeaseName, Due> due = new LinkedHashMap<>();
    private boolean sending;

    record Due(Contender contender, RenewalRequest request) {}

    /** Hears what became of every renewal that was handed in. */
    interface Answers {
        void renewed(Due due, Renewal answer, long sentAt);

        void failed(Due due, Throwable cause);
    }

    Renewals(LeaseStore store, LongSupplier clock, Executor lane, Answers answers) {
        this.store = store;
        this.clock = clock;
        this.lane = lane;
        this.answers = answers;
    }

    synchronized void add(Due next) {
        due.put(next.request().term().name(), next);
    }

    synchronized boolean isAnyDue() {
        return !due.isEmpty();
    }

    /** Sends what was added, after the statement that is under way, if one is. */
    synchronized void send() {
        if (!sending && !due.isEmpty()) {
            sending = true;
            try {
                lane.execute(this::sendAll);
            } catch (Throwable t) { // no thread to be had: out of memory, or closed
                sending = false;
                take().forEach(each -> answers.failed(each, t));
            }
        }
    }

    private void sendAll() {
        var batch = take();
        try {
            renew(batch);
        } catch (Throwable t) {
            batch.forEach(each -> answers.failed(each, t));
        } finally {
            sent();
        }
    }

    private void renew(List<Due> batch) {
        var sentAt =
                clock.getAsLong(); // before the request leaves: what comes back later was true from then on at least
        var renewed = store.renew(batch.stream().map(Due::request).toList());
        for (var each : batch) {
            var answer = renewed.get(each.request().term().name());
            if (answer == null) {
                answers.failed(each, new IllegalStateException("no answer for " + each.request()));
            } else {
                answers.renewed(each, answer, sentAt);
            }
        }
    }

    private synchronized List<Due> take() {
        var batch = List.copyOf(due.values());
        due.clear();
        return batch;
    }

    private synchronized void sent() {
        sending = false;
        send();
    }
}
