package io.anixops.lease;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class ElectionTest {
    private static final Timing TIMING = Timing.ofTtl(Duration.ofSeconds(30));
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final Lease HELD = new Lease(
            LeaseName.of("jobs"),
            "other-1",
            7,
            START,
            START,
            START.plusSeconds(30),
            "other-1",
            HolderInfo.UNKNOWN,
            Duration.ofSeconds(29));

    private final Election election = new Election(TIMING, new Delays(TIMING, () -> 0.5), 0);

    @Test
    void a_change_that_is_told_of_while_an_attempt_is_under_way_is_looked_at_after_its_refusal() {
        assertThat(election.tick(0)).isEqualTo(Election.Step.ACQUIRE);

        election.noticed(millis(1));
        election.refused(HELD, millis(2));

        assertThat(election.delay(millis(2))).isLessThan(millis(200));
    }

    @Test
    void a_refusal_with_no_word_of_a_change_is_waited_after() {
        assertThat(election.tick(0)).isEqualTo(Election.Step.ACQUIRE);

        election.refused(HELD, millis(2));

        assertThat(election.delay(millis(2))).isGreaterThan(millis(5_000));
    }

    private static long millis(long count) {
        return Duration.ofMillis(count).toNanos();
    }
}
