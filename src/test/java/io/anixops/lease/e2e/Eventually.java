package io.anixops.lease.e2e;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.Callable;
import org.awaitility.core.ConditionTimeoutException;

/** Waiting for a condition, with the upper bounds that a busy machine needs. */
final class Eventually {
    static final Duration LONG = Duration.ofSeconds(90);

    private Eventually() {}

    static void until(String what, Callable<Boolean> condition) {
        until(what, LONG, condition);
    }

    /** The same for what a child is to bring about: at its end, waiting is over. */
    static void untilOr(Child child, String what, Callable<Boolean> condition) {
        try {
            until(what, () -> !child.isAlive() || condition.call());
        } catch (ConditionTimeoutException late) {
            throw new IllegalStateException(
                    "waiting until %s, and so far:%n%s".formatted(what, child.lastWords()), late);
        }
        if (!child.isAlive()) {
            throw new IllegalStateException(
                    "waiting until %s, but the process ended:%n%s".formatted(what, child.lastWords()));
        }
    }

    /** Exceptions of the condition count as not yet, and the last one is told when time is up. */
    static void until(String what, Duration within, Callable<Boolean> condition) {
        await(what)
                .atMost(within)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(50))
                .ignoreExceptions()
                .until(condition);
    }
}
