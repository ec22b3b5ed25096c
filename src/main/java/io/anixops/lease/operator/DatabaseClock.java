package io.anixops.lease.operator;

import io.anixops.lease.Lease;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What two answers about one row tell of the clock that judges it. */
final class DatabaseClock {
    private static final Logger LOG = LoggerFactory.getLogger(DatabaseClock.class);

    private DatabaseClock() {}

    static void watch(Lease before, Lease after) {
        stepBack(before, after)
                .ifPresent(step -> LOG.atWarn()
                        .addKeyValue("lease", after.name())
                        .addKeyValue("by", step)
                        .log("the database's clock went back"));
    }

    /** The term ends when it did, and yet there is more left of it: by how much at least. */
    static Optional<Duration> stepBack(Lease before, Lease after) {
        var more = after.remaining().minus(before.remaining());
        return after.expiresAt().equals(before.expiresAt()) && !more.isNegative() && !more.isZero()
                ? Optional.of(more)
                : Optional.empty();
    }
}
