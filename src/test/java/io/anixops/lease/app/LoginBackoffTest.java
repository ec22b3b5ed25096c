package io.anixops.lease.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LoginBackoffTest {
    private static final Optional<String> OLD = Optional.of("old");
    private static final Optional<String> NEW = Optional.of("new");
    private static final SQLException REFUSED = new SQLException("password authentication failed", "28P01");

    private long nanos = Long.MAX_VALUE; // the monotonic clock may wrap at any moment
    private final LoginBackoff backoff = new LoginBackoff(() -> nanos);

    @Test
    void a_refused_password_waits_twice_as_long_each_time_up_to_half_a_minute() {
        for (var seconds : new int[] {1, 2, 4, 8, 16, 30, 30}) {
            backoff.refused(OLD, REFUSED);

            pass(Duration.ofSeconds(seconds).minusNanos(1));
            assertThat(isTurnOf(OLD)).isFalse();
            pass(Duration.ofNanos(1));
            assertThat(isTurnOf(OLD)).isTrue();
        }
    }

    @Test
    void another_password_has_its_turn_at_once() {
        backoff.refused(OLD, REFUSED);

        assertThat(isTurnOf(NEW)).isTrue();
    }

    @Test
    void an_accepted_password_ends_the_wait() {
        backoff.refused(OLD, REFUSED);
        backoff.accepted();

        assertThat(isTurnOf(OLD)).isTrue();
    }

    private boolean isTurnOf(Optional<String> password) {
        try {
            backoff.requireTurn(password);
            return true;
        } catch (SQLException refused) {
            assertThat(refused.getMessage()).isEqualTo("password authentication failed");
            assertThat(LoginBackoff.isRefusal(refused)).isTrue();
            return false;
        }
    }

    private void pass(Duration time) {
        nanos += time.toNanos();
    }
}
