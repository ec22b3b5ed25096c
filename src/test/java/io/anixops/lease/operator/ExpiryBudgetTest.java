package io.anixops.lease.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.javaoperatorsdk.operator.processing.event.ResourceID;
import java.time.Duration;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ExpiryBudgetTest {
    private static final Duration SIX = Duration.ofSeconds(6);

    private final ManualNanos nanos = new ManualNanos();
    private final ExpiryBudget budget = new ExpiryBudget(1, new RequestPace(500, nanos), nanos);

    @Test
    void who_comes_when_it_is_used_up_is_left_out_at_once() {
        assertThat(leases(30).filter(lease -> budget.shows(lease, SIX, false))).hasSize(2);
        assertThat(leases(30).filter(lease -> budget.shows(lease, SIX, false))).hasSize(2);
    }

    @Test
    void what_was_shown_before_a_start_is_taken_away_until_the_budget_suffices() {
        assertThat(leases(30).filter(lease -> budget.shows(lease, SIX, true))).hasSize(2);
    }

    @Test
    void it_tells_how_many_are_left_out() {
        leases(2).forEach(lease -> budget.shows(lease, SIX, false));
        assertThat(budget.leftOut()).isZero();

        leases(30).forEach(lease -> budget.shows(lease, SIX, false));
        assertThat(budget.leftOut()).isEqualTo(28);

        budget.plan(lease -> false);
        assertThat(budget.leftOut()).isZero();
    }

    @Test
    void a_lease_of_a_long_term_takes_the_place_of_a_short_one_at_the_next_turn() {
        leases(2).forEach(lease -> budget.shows(lease, Duration.ofSeconds(5), true));
        var longer = lease("longer");
        assertThat(budget.shows(longer, SIX, false)).isFalse();

        budget.plan(lease -> true);

        assertThat(budget.shows(longer, SIX, false)).isTrue();
        assertThat(leases(2).filter(lease -> budget.shows(lease, Duration.ofSeconds(5), true)))
                .hasSize(1);
    }

    @Test
    void who_goes_makes_room() {
        leases(30).forEach(lease -> budget.shows(lease, SIX, false));
        leases(30).filter(lease -> budget.shows(lease, SIX, false)).forEach(budget::forget);
        budget.plan(lease -> true);
        assertThat(leases(30).filter(lease -> budget.shows(lease, SIX, false))).hasSize(2);

        budget.plan(lease -> false);

        assertThat(budget.shows(lease("alone"), SIX, false)).isTrue();
    }

    @Test
    void another_ttl_is_another_cost() {
        var lease = lease("jobs");
        assertThat(budget.shows(lease, Duration.ofHours(1), false)).isTrue();

        budget.shows(lease, Duration.ofSeconds(5), false);

        assertThat(budget.shows(lease("other"), Duration.ofSeconds(5), false)).isFalse();
    }

    @Test
    void a_write_that_cannot_wait_goes_and_the_others_wait_the_longer() {
        assertThat(budget.mayWrite()).isTrue();
        assertThat(budget.mayWrite()).isFalse();
        budget.mustWrite();
        budget.mustWrite();

        nanos.pass(Duration.ofSeconds(2));
        assertThat(budget.mayWrite()).isFalse();

        nanos.pass(Duration.ofSeconds(1));
        assertThat(budget.mayWrite()).isTrue();
    }

    private static Stream<ResourceID> leases(int count) {
        return IntStream.range(0, count).mapToObj(i -> lease("jobs-" + i));
    }

    private static ResourceID lease(String name) {
        return new ResourceID(name, Samples.NAMESPACE);
    }
}
