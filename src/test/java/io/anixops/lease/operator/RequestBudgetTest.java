package io.anixops.lease.operator;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class RequestBudgetTest {
    private static final int A_SECOND = 10;
    private static final long NOW = 5_000_000_000L;

    private final RequestBudget budget = new RequestBudget(A_SECOND, NOW);

    @Test
    void a_second_s_requests_go_at_once_and_the_next_ones_one_after_the_other() {
        needed(A_SECOND);

        assertThat(budget.needed(NOW)).isEqualTo(Duration.ofMillis(100));
        assertThat(budget.needed(NOW)).isEqualTo(Duration.ofMillis(200));
        assertThat(budget.needed(at(200))).isEqualTo(Duration.ofMillis(100));
    }

    @Test
    void what_is_urgent_goes_whatever_is_left_and_later_ones_wait_the_longer() {
        needed(A_SECOND);

        LongStream.range(0, 50).forEach(i -> budget.urgent(NOW));

        assertThat(budget.needed(NOW)).isEqualTo(Duration.ofMillis(5_100));
    }

    @Test
    void what_can_wait_leaves_half_of_a_second_s_requests_to_the_others() {
        var went = LongStream.range(0, 100).filter(i -> budget.spare(NOW)).count();

        assertThat(went).isEqualTo(A_SECOND / 2);
        assertThat(needed(A_SECOND / 2)).isZero();
        assertThat(budget.spare(at(500))).isFalse();
        assertThat(budget.spare(at(600))).isTrue();
    }

    @Test
    void what_can_wait_goes_only_when_nobody_else_does() {
        needed(A_SECOND + 5);

        assertThat(budget.spare(at(1_000))).isFalse();
        assertThat(budget.spare(at(1_100))).isTrue();
    }

    /** The longest wait among so many. */
    private Duration needed(int count) {
        return LongStream.range(0, count)
                .mapToObj(i -> budget.needed(NOW))
                .max(Duration::compareTo)
                .orElseThrow();
    }

    private static long at(long millis) {
        return NOW + Duration.ofMillis(millis).toNanos();
    }
}
