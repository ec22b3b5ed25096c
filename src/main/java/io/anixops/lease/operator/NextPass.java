package io.anixops.lease.operator;

import io.anixops.lease.Lease;
import io.anixops.lease.Timing;
import io.anixops.lease.operator.decision.Outcome;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;

/** When to look at a lease again without being woken. */
final class NextPass {
    /** The resource, or a pod, has changed under our hands: what we wait for is on its way. */
    static final Duration SOON = Duration.ofMillis(100);

    private static final Duration LABEL_RETRY = Duration.ofMillis(200);
    private static final Duration DATABASE_RETRY = Duration.ofSeconds(1);

    /** So that the database's clock has passed the expiry when it is asked. */
    private static final Duration PAST_EXPIRY = Duration.ofMillis(5);

    private NextPass() {}

    static Optional<Duration> after(
            Outcome outcome, LabelResult label, boolean reported, Duration ttl, Optional<Duration> graceLeft) {
        var own = outcome.match(
                leads -> label.match(
                        labelled -> graceLeft.map(NextPass::pastItsEnd),
                        pending -> Optional.of(LABEL_RETRY),
                        higher -> Optional.of(LABEL_RETRY)),
                itself -> unlessLabelled(label),
                elsewhere -> Optional.of(untilExpiry(elsewhere.row(), ttl)),
                idle -> Optional.of(whileIdle(idle, ttl)));
        return orSoon(own, reported);
    }

    /** Of a lease that pods hold themselves: a reading that brings news wakes us, and so does a change of a pod. */
    static Optional<Duration> whileMirrored(Outcome outcome, LabelResult label, boolean reported) {
        var own = outcome.match(
                leads -> unlessLabelled(label),
                itself -> unlessLabelled(label),
                elsewhere -> Optional.<Duration>empty(),
                idle -> Optional.<Duration>empty());
        return orSoon(own, reported);
    }

    /** What a silent database kept from being done is tried again, also where nothing else would wake us. */
    static Optional<Duration> withStepDown(Optional<Duration> own, boolean isWaiting) {
        return Stream.concat(own.stream(), isWaiting ? Stream.of(DATABASE_RETRY) : Stream.empty())
                .min(Duration::compareTo);
    }

    private static Optional<Duration> unlessLabelled(LabelResult label) {
        return label.match(
                labelled -> Optional.empty(), pending -> Optional.of(LABEL_RETRY), higher -> Optional.empty());
    }

    private static Optional<Duration> orSoon(Optional<Duration> own, boolean reported) {
        return Stream.concat(own.stream(), reported ? Stream.empty() : Stream.of(SOON))
                .min(Duration::compareTo);
    }

    /** Delays are cut to milliseconds, and a grace that ended during this pass wants another one. */
    private static Duration pastItsEnd(Duration left) {
        return left.plusMillis(1);
    }

    /**
     * To the moment when it may be taken, and before that, when its expiry must not be shown any longer; else at the
     * pace of renewals, ours or theirs: the floor that needs no notification.
     */
    private static Duration untilExpiry(Lease row, Duration ttl) {
        var shown = row.remaining().minus(ShownExpiry.AHEAD);
        var expiry =
                row.remaining().isNegative() ? PAST_EXPIRY : row.remaining().plus(PAST_EXPIRY);
        return Stream.of(
                        shown.isNegative() ? expiry : shown.plus(PAST_EXPIRY),
                        Timing.renewEvery(ttl),
                        ShownExpiry.isLong(row) ? Timing.renewEvery(StatusChange.validity(row)) : expiry)
                .min(Duration::compareTo)
                .orElseThrow();
    }

    private static Duration whileIdle(Outcome.Idle idle, Duration ttl) {
        if (idle.row() != null && !idle.row().isFree()) {
            return untilExpiry(idle.row(), ttl);
        }
        return switch (idle.why()) {
            case DATABASE_UNREACHABLE, DATABASE_READ_ONLY, DATABASE_STORAGE, SCHEMA_MISSING, SCHEMA_TOO_NEW ->
                Stream.of(DATABASE_RETRY, Timing.renewEvery(ttl))
                        .min(Duration::compareTo)
                        .orElseThrow();
            default -> ttl;
        };
    }
}
