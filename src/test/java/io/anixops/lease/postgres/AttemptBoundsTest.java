package io.anixops.lease.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.anixops.lease.Timing;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AttemptBoundsTest {
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 5, 10, 30, 60, 600, 86_400})
    void a_failed_attempt_and_a_second_one_fit_between_a_missed_renewal_and_the_end_of_trust(long seconds) {
        var ttl = Duration.ofSeconds(seconds);
        var room = Timing.trust(ttl).minus(Timing.renewEvery(ttl));

        assertThat(AttemptBounds.forTtl(ttl).reply())
                .isLessThanOrEqualTo(room.multipliedBy(2).dividedBy(3));
    }

    @Test
    void the_server_gives_up_before_the_client() {
        var bounds = AttemptBounds.forTtl(Duration.ofSeconds(30));

        assertThat(bounds.reply()).isEqualTo(Duration.ofMillis(1_875));
        assertThat(bounds.lock()).isEqualTo(bounds.reply().dividedBy(2));
        assertThat(bounds.lockSetting()).isEqualTo("937ms");
    }

    @Test
    void a_short_ttl_leaves_the_network_some_time_and_a_long_one_is_no_reason_to_wait_long() {
        assertThat(AttemptBounds.forTtl(Duration.ofSeconds(1)).reply()).isEqualTo(Duration.ofMillis(200));
        assertThat(AttemptBounds.forTtl(Duration.ofHours(24)).reply()).isEqualTo(Duration.ofSeconds(5));
    }
}
