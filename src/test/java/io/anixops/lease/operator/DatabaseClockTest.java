package io.anixops.lease.operator;

import static io.anixops.lease.operator.Samples.TTL;
import static io.anixops.lease.operator.Samples.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.anixops.lease.HolderInfo;
import io.anixops.lease.Lease;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class DatabaseClockTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final Lease before = left(TTL);

    @Test
    void more_that_is_left_of_a_term_with_the_same_end_is_a_step_back() {
        assertThat(DatabaseClock.stepBack(before, left(TTL.plus(SECOND)))).contains(SECOND);
    }

    @Test
    void as_much_or_less_is_none() {
        assertThat(DatabaseClock.stepBack(before, left(TTL))).isEmpty();
        assertThat(DatabaseClock.stepBack(before, left(TTL.minus(SECOND)))).isEmpty();
    }

    @Test
    void more_that_is_left_since_the_term_ends_later_is_none() {
        var later = left(TTL.plus(SECOND));
        var renewed = new Lease(
                later.name(),
                later.holder(),
                later.token(),
                later.acquiredAt(),
                later.renewedAt(),
                later.expiresAt().plus(SECOND),
                later.renewer(),
                later.holderInfo(),
                later.remaining());

        assertThat(DatabaseClock.stepBack(before, renewed)).isEmpty();
    }

    private static Lease left(Duration remaining) {
        return row("web-0-1", 1, HolderInfo.UNKNOWN, remaining);
    }
}
