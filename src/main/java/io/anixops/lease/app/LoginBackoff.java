package io.anixops.lease.app;

import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a refused password from being tried again and again, which locks accounts: each refusal doubles the wait, from
 * one second to half a minute. Another password is tried at once.
 */
final class LoginBackoff {
    private static final Set<String> REFUSALS = Set.of("28P01", "28000");
    private static final Duration FIRST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofSeconds(30);

    private final LongSupplier nanos;
    private @Nullable Refusal last;

    LoginBackoff(LongSupplier nanos) {
        this.nanos = nanos;
    }

    static boolean isRefusal(SQLException failed) {
        return REFUSALS.contains(failed.getSQLState());
    }

    /** Throws what the server said last while it is too early to ask it again with the same password. */
    synchronized void requireTurn(Optional<String> password) throws SQLException {
        if (last != null && last.password().equals(password) && nanos.getAsLong() - last.nextTurn() < 0) {
            throw new SQLException(last.cause().getMessage(), last.cause().getSQLState(), last.cause());
        }
    }

    synchronized void refused(Optional<String> password, SQLException cause) {
        var wait = last != null && last.password().equals(password)
                ? shorter(last.pause().multipliedBy(2))
                : FIRST;
        last = new Refusal(password, cause, wait, nanos.getAsLong() + wait.toNanos());
    }

    synchronized void accepted() {
        last = null;
    }

    private static Duration shorter(Duration wait) {
        return wait.compareTo(LONGEST) < 0 ? wait : LONGEST;
    }

    private record Refusal(Optional<String> password, SQLException cause, Duration pause, long nextTurn) {}
}
