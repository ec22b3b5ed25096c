package io.anixops.lease.operator.decision;

import static io.anixops.lease.operator.decision.Cast.NAME;
import static io.anixops.lease.operator.decision.Cast.START;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.anixops.lease.HolderInfo;
import io.anixops.lease.Lease;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ReadingTimesTest {
    private static final Duration TTL = ofSeconds(30);

    @Test
    void a_term_is_trusted_to_a_sixth_before_its_end() {
        assertThat(trust(ofSeconds(30), ofSeconds(20), TTL)).isEqualTo(ofSeconds(15));
        assertThat(trust(ofSeconds(6), ofSeconds(4), ofSeconds(6))).isEqualTo(ofSeconds(3));
    }

    @Test
    void it_is_five_seconds_at_the_most() {
        assertThat(trust(ofSeconds(3600), ofSeconds(2400), ofSeconds(3600))).isEqualTo(ofSeconds(2395));
    }

    @Test
    void a_process_with_a_shorter_term_than_the_ttl_is_trusted_by_its_own() {
        assertThat(trust(ofSeconds(6), ofSeconds(4), TTL)).isEqualTo(ofSeconds(3));
    }

    @Test
    void a_term_of_which_no_length_is_known_is_taken_for_one_of_the_ttl() {
        assertThat(ReadingTimes.trust(row(null, START.plus(TTL), ofSeconds(20)), TTL))
                .isEqualTo(ofSeconds(15));
        assertThat(ReadingTimes.trust(row(START.plusSeconds(99), START.plus(TTL), ofSeconds(20)), TTL))
                .isEqualTo(ofSeconds(15));
    }

    @Test
    void an_absurd_term_is_no_cause_to_fail() {
        var endless = row(Instant.MIN, Instant.MAX, Duration.ofDays(36_500));

        assertThat(ReadingTimes.trust(endless, TTL))
                .isEqualTo(Duration.ofDays(36_500).minusSeconds(5));
        assertThat(ReadingTimes.nextAfter(endless, TTL)).isEqualTo(ofSeconds(10));
    }

    @Test
    void a_term_that_is_renewed_in_time_is_read_again_before_trust_in_it_ends() {
        for (var seconds : new long[] {5, 6, 30, 3600}) {
            var ttl = ofSeconds(seconds);
            var worst = row(START, START.plus(ttl), ttl.multipliedBy(2).dividedBy(3));

            var attempt = ttl.dividedBy(16); // that has no answer
            assertThat(ReadingTimes.nextAfter(worst, ttl).plus(attempt).plus(ReadingTimes.retryAfter(ttl)))
                    .as("ttl %s", ttl)
                    .isLessThan(ReadingTimes.trust(worst, ttl));
        }
    }

    @Test
    void a_row_is_read_at_the_pace_of_renewals_and_faster_towards_the_end_of_its_term() {
        assertThat(ReadingTimes.nextAfter(null, TTL)).isEqualTo(ofSeconds(10));
        assertThat(next(ofMillis(-1))).isEqualTo(ofSeconds(10));
        assertThat(next(ofSeconds(30))).isEqualTo(ofSeconds(10));
        assertThat(next(ofSeconds(8))).isEqualTo(ofSeconds(4));
        assertThat(next(ofMillis(1))).isEqualTo(ofMillis(200));
    }

    @Test
    void a_reading_without_an_answer_is_tried_again_soon() {
        assertThat(ReadingTimes.retryAfter(ofSeconds(32))).isEqualTo(ofSeconds(2));
        assertThat(ReadingTimes.retryAfter(ofMillis(100))).isEqualTo(ofMillis(100));
    }

    private static Duration next(Duration remaining) {
        return ReadingTimes.nextAfter(row(START, START.plus(TTL), remaining), TTL);
    }

    private static Duration trust(Duration length, Duration remaining, Duration ttl) {
        return ReadingTimes.trust(row(START, START.plus(length), remaining), ttl);
    }

    private static Lease row(@Nullable Instant renewedAt, Instant expiresAt, Duration remaining) {
        return new Lease(NAME, "a-1", 7, START, renewedAt, expiresAt, "", HolderInfo.UNKNOWN, remaining);
    }
}
