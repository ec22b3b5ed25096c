package io.anixops.lease;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Moves all elections of a process along. It has no thread: {@link #runDue} is called by one, which it never holds up,
 * and events come from any. What an event changes is acted on in the next run, so that one thread alone takes steps.
 */
final class Driver {
    private static final long AFTER_ERROR = 50_000_000;

    private final Settings settings;
    private final Steps steps;
    private final Guard guard;
    private final Runnable wake;
    private final Map<LeaseName, Candidacy> candidacies = new HashMap<>();
    private final Agenda<Contender> agenda = new Agenda<>();
    private boolean closed;

    /** What an event does to an election, at a time. */
    interface Event {
        void apply(Election election, long now);
    }

    /** The {@code wake} makes somebody call {@link #runDue} soon. */
    Driver(LeaseStore store, Settings settings, Lanes lanes, Guard guard, Runnable wake) {
        this.settings = settings;
        this.guard = guard;
        this.wake = wake;
        steps = new Steps(store, settings, lanes, guard, this);
    }

    Candidacy elect(LeaseName name, Timing timing, LeaderWork work) {
        var election = new Election(timing, new Delays(timing, settings.random()), now());
        var candidacy = new Candidacy(new Contender(name, election, work), this, timing);
        enter(candidacy);
        guard.tell("joined", listener -> listener.joined(candidacy));
        wake.run();
        return candidacy;
    }

    private synchronized void enter(Candidacy candidacy) {
        if (closed) {
            throw new IllegalStateException("lease %s cannot be competed for: closed".formatted(candidacy.name()));
        }
        if (candidacies.putIfAbsent(candidacy.name(), candidacy) != null) {
            throw new IllegalStateException("lease %s is competed for already".formatted(candidacy.name()));
        }
        agenda.set(candidacy.contender(), now());
    }

    /**
     * Takes every step that is due.
     *
     * @return how long nothing more is, in nanoseconds
     */
    long runDue() {
        for (var contender = nextDue(); contender != null; contender = nextDue()) {
            stepThrough(contender);
        }
        guard.run("sending renewals", steps::sendRenewals);
        return delay();
    }

    private void stepThrough(Contender contender) {
        try {
            for (var step = tick(contender); step != Election.Step.WAIT; step = tick(contender)) {
                steps.take(step, contender);
            }
            schedule(contender);
        } catch (Throwable t) {
            guard.survived("a step of lease " + contender.name(), t);
            distrust(contender);
        }
    }

    private synchronized Election.Step tick(Contender contender) {
        return contender.election().tick(now());
    }

    private synchronized void schedule(Contender contender) {
        var now = now();
        var delay = contender.election().delay(now);
        if (delay != Nanos.NEVER) {
            agenda.set(contender, now + delay);
        }
    }

    /** Something is broken: nobody leads on the strength of it. */
    private synchronized void distrust(Contender contender) {
        contender.revoke();
        contender.election().distrust(now());
        agenda.set(contender, now() + AFTER_ERROR);
    }

    private synchronized @Nullable Contender nextDue() {
        return agenda.next(now());
    }

    private synchronized long delay() {
        return agenda.delay(now());
    }

    /** Those whose renewal goes along with one that is due. */
    synchronized List<Contender> joiningRenewal() {
        var now = now();
        return candidacies.values().stream()
                .map(Candidacy::contender)
                .filter(contender -> contender.election().joinsRenewal(now))
                .toList();
    }

    /** Something happened; what follows from it is done in the next run. */
    void tell(Contender contender, Event event) {
        synchronized (this) {
            var now = now();
            event.apply(contender.election(), now);
            agenda.set(contender, now);
        }
        wake.run();
    }

    synchronized <T> T ask(Contender contender, Function<Election, T> question) {
        return question.apply(contender.election());
    }

    /** A change of this lease was heard of, or, when empty, there may have been one of any. */
    void noticed(Optional<LeaseName> name) {
        synchronized (this) {
            var now = now();
            name.map(candidacies::get)
                    .map(List::of)
                    .orElseGet(() -> name.isPresent() ? List.of() : List.copyOf(candidacies.values()))
                    .forEach(candidacy -> notice(candidacy.contender(), now));
        }
        wake.run();
    }

    private void notice(Contender contender, long now) {
        contender.election().noticed(now);
        agenda.set(contender, now);
    }

    void close(Contender contender) {
        contender.close(); // at once, and not when the next run comes to it
        tell(contender, Election::close);
    }

    /** Ends them all; those that are to end now are returned. */
    List<Candidacy> close() {
        List<Candidacy> closing;
        synchronized (this) {
            closed = true;
            closing = List.copyOf(candidacies.values());
        }
        closing.forEach(candidacy -> close(candidacy.contender()));
        wake.run();
        return closing;
    }

    void ended(Contender contender) {
        var candidacy = remove(contender);
        if (candidacy != null) {
            guard.tell("left", listener -> listener.left(candidacy));
        }
        contender.ended().countDown();
    }

    private synchronized @Nullable Candidacy remove(Contender contender) {
        agenda.remove(contender);
        return candidacies.remove(contender.name());
    }

    synchronized boolean isAnyOverdueBy(long nanos) {
        var now = now();
        return candidacies.values().stream()
                .anyMatch(each -> each.contender().election().isOverdueBy(nanos, now));
    }

    synchronized boolean isDone() {
        return closed && candidacies.isEmpty();
    }

    private long now() {
        return settings.clock().getAsLong();
    }
}
