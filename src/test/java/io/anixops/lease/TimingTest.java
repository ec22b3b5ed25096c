package io.anixops.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Times that make no sense are refused with their value, and nothing becomes zero. */
class TimingTest {
    private static final Duration TTL = Duration.ofSeconds(30);

    @ParameterizedTest
    @ValueSource(strings = {"PT1S", "PT5S", "PT24H"})
    void a_ttl_between_a_second_and_a_day_is_taken(String ttl) {
        var duration = Duration.parse(ttl);

        assertThat(Timing.ofTtl(duration).ttl()).isEqualTo(duration);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "PT0S",
                "PT-5S",
                "PT0.0004S",
                "PT0.001S",
                "PT0.999999999S",
                "PT24H0.000000001S",
                "P25D",
                "P106751D",
                "P36500000D",
                "PT9223372036854775807S",
                "PT-9223372036854775808S"
            })
    void any_other_is_refused_with_its_value(String ttl) {
        var duration = Duration.parse(ttl);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> Timing.ofTtl(duration))
                .withMessageContaining("ttl")
                .withMessageContaining(duration.toString());
    }

    @Test
    void trust_is_two_thirds_of_the_ttl_and_a_renewal_is_due_after_one() {
        assertThat(Timing.ofTtl(TTL).trust()).isEqualTo(Duration.ofSeconds(20));
        assertThat(Timing.ofTtl(TTL).renewEvery()).isEqualTo(Duration.ofSeconds(10));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "PT30S",
                "PT0.000000001S",
                "PT0.000000002S",
                "PT-10.000000001S",
                "P100000D",
                "P100001D",
                "P36500000D"
            })
    void thirds_are_exact_for_whatever_length_a_row_may_have(String length) {
        var duration = Duration.parse(length);

        assertThat(Timing.renewEvery(duration)).isEqualTo(duration.dividedBy(3));
        assertThat(Timing.trust(duration)).isEqualTo(duration.multipliedBy(2).dividedBy(3));
    }

    @Test
    void work_that_cannot_stop_before_the_lease_expires_is_refused() {
        var justFits = Duration.ofSeconds(10).minusNanos(1);

        assertThat(new Timing(TTL, justFits).stopWithin()).isEqualTo(justFits);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Timing(TTL, Duration.ofSeconds(10)))
                .withMessageContaining("PT10S");
        assertThatIllegalArgumentException().isThrownBy(() -> new Timing(TTL, Duration.ofSeconds(-1)));
    }
}
