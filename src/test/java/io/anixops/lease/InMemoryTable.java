package io.anixops.lease;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The rows and the clock of {@link InMemoryLeaseStore}: one lock, every method a statement. */
final class InMemoryTable {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private final Map<LeaseName, Row> rows = new HashMap<>();
    private final List<Consumer<Optional<LeaseName>>> watchers = new CopyOnWriteArrayList<>();
    private Instant now = START;
    private long sequence;

    synchronized void advance(Duration duration) {
        now = now.plus(duration);
    }

    synchronized Instant now() {
        return now;
    }

    Attempt tryAcquire(Claim claim) {
        var answer = acquired(claim);
        tell(claim.name(), answer.isNewTerm());
        return answer.attempt();
    }

    private synchronized Answer acquired(Claim claim) {
        tick();
        var row = rows.get(claim.name());
        if (row == null || row.isFreeAt(now)) {
            return new Answer(begin(claim, row), true);
        }
        if (!row.holder().equals(claim.holder().value())) {
            return new Answer(new Attempt.Denied(row.seenAt(now)), false);
        }
        return new Answer(held(claim, row.adoptedBy(claim, now)), false);
    }

    synchronized Renewal renew(RenewalRequest request) {
        tick();
        var row = running(request.term());
        if (row == null) {
            return new Renewal.Lost();
        }
        return new Renewal.Renewed(
                put(row.renewed(now, request.ttl(), request.renewer().value())).seenAt(now));
    }

    Attempt handOver(Term from, Claim to) {
        var answer = handedOver(from, to);
        tell(to.name(), answer.isNewTerm());
        return answer.attempt();
    }

    private synchronized Answer handedOver(Term from, Claim to) {
        tick();
        var row = running(from);
        return row == null
                ? new Answer(new Attempt.Denied(seen(from.name())), false)
                : new Answer(begin(to, row), true);
    }

    boolean release(Term term) {
        var released = released(term);
        tell(term.name(), released);
        return released;
    }

    private synchronized boolean released(Term term) {
        tick();
        var row = running(term);
        if (row == null) {
            return false;
        }
        put(row.endingAt(now));
        return true;
    }

    synchronized Optional<Lease> shorten(Term term, Lease known, Duration ttl) {
        tick();
        return Optional.ofNullable(running(term))
                .filter(row -> row.expiresAt().equals(known.expiresAt()))
                .map(row -> put(row.endingAt(now.plus(ttl))).seenAt(now));
    }

    synchronized Optional<Lease> find(LeaseName name) {
        tick();
        return Optional.ofNullable(rows.get(name)).map(row -> row.seenAt(now));
    }

    synchronized void delete(LeaseName name) {
        rows.remove(name);
    }

    synchronized void restore(Lease older, Duration remaining) {
        sequence = 0;
        var info = older.holderInfo();
        put(new Row(older.name(), older.holder(), older.token(), now, now, now.plus(remaining), older.renewer(), info));
    }

    LeaseStore.Subscription watch(Consumer<Optional<LeaseName>> onChange) {
        watchers.add(onChange);
        return () -> watchers.remove(onChange);
    }

    /** The database's clock never stands still between two statements. */
    private void tick() {
        now = now.plusNanos(1_000);
    }

    private @Nullable Row running(Term term) {
        var row = rows.get(term.name());
        return row != null && row.isRunning(term, now) ? row : null;
    }

    private Attempt begin(Claim claim, @Nullable Row old) {
        sequence++;
        var before = old == null ? 0 : old.token();
        var token = List.of(before + 1, sequence, claim.seen() + 1).stream()
                .max(Comparator.naturalOrder())
                .orElseThrow();
        return held(claim, Row.begun(claim, token, now));
    }

    private Attempt held(Claim claim, Row row) {
        var term = new Term(claim.name(), claim.holder(), row.token(), claim.renewer());
        return new Attempt.Held(term, put(row).seenAt(now));
    }

    private Row put(Row row) {
        rows.put(row.name(), row);
        return row;
    }

    private Lease seen(LeaseName name) {
        var row = rows.get(name);
        return row == null ? Row.none(name, now).seenAt(now) : row.seenAt(now);
    }

    private void tell(LeaseName name, boolean changed) {
        if (changed) {
            watchers.forEach(watcher -> watcher.accept(Optional.of(name)));
        }
    }

    private record Answer(Attempt attempt, boolean isNewTerm) {}

    private record Row(
            LeaseName name,
            String holder,
            long token,
            Instant acquiredAt,
            Instant renewedAt,
            Instant expiresAt,
            String renewer,
            HolderInfo holderInfo) {

        static Row begun(Claim claim, long token, Instant now) {
            return new Row(
                    claim.name(),
                    claim.holder().value(),
                    token,
                    now,
                    now,
                    now.plus(claim.ttl()),
                    claim.renewer().value(),
                    claim.holderInfo());
        }

        static Row none(LeaseName name, Instant now) {
            return new Row(name, "", 0, now, now, now.minusNanos(1), "", HolderInfo.UNKNOWN);
        }

        boolean isFreeAt(Instant now) {
            return expiresAt.isBefore(now);
        }

        boolean isRunning(Term term, Instant now) {
            return !isFreeAt(now)
                    && holder.equals(term.holder().value())
                    && token == term.token()
                    && renewer.equals(term.renewer().value());
        }

        Row adoptedBy(Claim claim, Instant now) {
            var next = renewed(now, claim.ttl(), claim.renewer().value());
            var by = claim.renewer().value();
            return new Row(name, holder, token, acquiredAt, now, next.expiresAt, by, claim.holderInfo());
        }

        Row renewed(Instant now, Duration ttl, String nextRenewer) {
            var asked = now.plus(ttl);
            var later = asked.isAfter(expiresAt) ? asked : expiresAt;
            return new Row(name, holder, token, acquiredAt, now, later, nextRenewer, holderInfo);
        }

        Row endingAt(Instant end) {
            return new Row(name, holder, token, acquiredAt, renewedAt, end, renewer, holderInfo);
        }

        Lease seenAt(Instant now) {
            var remaining = Duration.between(now, expiresAt);
            return new Lease(name, holder, token, acquiredAt, renewedAt, expiresAt, renewer, holderInfo, remaining);
        }
    }
}
