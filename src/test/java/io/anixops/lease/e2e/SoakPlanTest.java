package io.anixops.lease.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SoakPlanTest {
    private static final Duration LENGTH = Duration.ofMinutes(30);

    @Test
    void the_same_seed_makes_the_same_plan_and_another_one_another() {
        assertThat(SoakPlan.of(7, LENGTH)).isEqualTo(SoakPlan.of(7, LENGTH));
        assertThat(SoakPlan.of(8, LENGTH).injections())
                .isNotEqualTo(SoakPlan.of(7, LENGTH).injections());
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void one_fault_is_over_before_the_next_one_begins_and_the_last_one_before_the_end(long seed) {
        var over = 0L;
        for (var one : SoakPlan.of(seed, LENGTH).injections()) {
            assertThat(one.fromMillis()).isGreaterThan(over);
            assertThat(one.untilMillis()).isGreaterThan(one.fromMillis());
            over = one.untilMillis();
        }
        assertThat(over).isBetween(LENGTH.minusSeconds(30).toMillis(), LENGTH.toMillis());
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void every_kind_comes_in_the_first_quarter_and_in_the_last(long seed) {
        var injections = SoakPlan.of(seed, LENGTH).injections();
        var quarter = LENGTH.toMillis() / 4;

        assertThat(injections.stream().filter(one -> one.fromMillis() < quarter))
                .extracting(SoakPlan.Injection::fault)
                .contains(SoakFault.values());
        assertThat(injections.stream().filter(one -> one.fromMillis() > 3 * quarter))
                .extracting(SoakPlan.Injection::fault)
                .contains(SoakFault.values());
    }
}
