package io.anixops.lease.operator.decision;

import io.anixops.lease.Lease;
import io.anixops.lease.Timing;
import java.time.Duration;
import java.util.Comparator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** When to read the row of a lease that pods hold themselves, and how long to act on what it said. */
public final class ReadingTimes {
    private static final Duration MOST_EARLY = Duration.ofSeconds(5);
    private static final Duration MOST_OFTEN = Duration.ofMillis(200);
    private static final Duration FASTEST_RETRY = Duration.ofMillis(100);

    private ReadingTimes() {}

    /**
     * How long after the request the row's term is acted on: to some time before it ends, so that the label is off by
     * then. A process that renews every third of the term, and is read every third, stays clear of it.
     */
    public static Duration trust(Lease row, Duration ttl) {
        return row.remaining().minus(early(row, ttl));
    }

    /** A sixth of the term, which is shorter than the ttl where the process says so. */
    private static Duration early(Lease row, Duration ttl) {
        return least(MOST_EARLY, least(ttl, length(row, ttl)).dividedBy(6));
    }

    private static Duration length(Lease row, Duration ttl) {
        var length = row.renewedAt() == null ? Duration.ZERO : Duration.between(row.renewedAt(), row.expiresAt());
        return length.compareTo(Duration.ZERO) > 0 ? length : ttl;
    }

    /** The pace of renewals; faster towards the end of a term that is not renewed, or is shorter than the ttl. */
    public static Duration nextAfter(@Nullable Lease row, Duration ttl) {
        var pace = Timing.renewEvery(ttl);
        if (row == null || row.isFree()) {
            return pace;
        }
        var half = row.remaining().dividedBy(2);
        return least(pace, half.compareTo(MOST_OFTEN) < 0 ? MOST_OFTEN : half);
    }

    /** After no answer: short enough that several more attempts fit before trust ends. */
    public static Duration retryAfter(Duration ttl) {
        var retry = ttl.dividedBy(16);
        return retry.compareTo(FASTEST_RETRY) < 0 ? FASTEST_RETRY : retry;
    }

    private static Duration least(Duration one, Duration other) {
        return Stream.of(one, other).min(Comparator.naturalOrder()).orElseThrow();
    }
}
