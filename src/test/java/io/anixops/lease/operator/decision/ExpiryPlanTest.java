package io.anixops.lease.operator.decision;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import io.anixops.lease.operator.decision.ExpiryPlan.Demand;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ExpiryPlanTest {
    @Test
    void all_are_shown_and_refreshed_at_leisure_while_the_budget_suffices() {
        var plan = ExpiryPlan.of(leases(400, 30, true), 50);

        assertThat(plan.shown()).hasSize(400);
        assertThat(plan.eager()).isFalse();
    }

    @Test
    void the_budget_is_used_before_refreshes_are_due_where_there_would_be_no_time_for_all_of_them_afterwards() {
        var plan = ExpiryPlan.of(leases(900, 30, true), 50);

        assertThat(plan.shown()).hasSize(900);
        assertThat(plan.eager()).isTrue();
    }

    @Test
    void the_shortest_terms_are_left_out_first_where_the_budget_does_not_suffice() {
        var all = new ArrayList<>(leases(10, 30, true));
        all.addAll(leases(10, 6, true));
        all.addAll(leases(10, 86_400, true));

        var shown = ExpiryPlan.of(all, 1).shown();

        assertThat(shown).contains("86400-0", "86400-9", "30-0", "30-9").hasSize(21); // and one of 6 s
    }

    @Test
    void what_is_shown_costs_no_more_than_the_budget() {
        for (var budget : List.of(1, 2, 7, 50)) {
            var shown = ExpiryPlan.of(leases(2_000, 5, true), budget).shown();

            assertThat(shown.size() * ExpiryPlan.cost(Duration.ofSeconds(5))).isBetween(budget * 0.5, budget * 1.0);
        }
    }

    @Test
    void one_that_was_left_out_comes_back_only_when_there_is_room_to_spare_and_then_it_stays() {
        var cost = ExpiryPlan.cost(Duration.ofSeconds(6));
        var both = new ArrayList<>(leases(1, 6, true));
        both.add(new Demand<>("out", Duration.ofSeconds(6), false));

        assertThat(ExpiryPlan.of(both, 2 * cost + 0.01).shown()).containsExactly("6-0");
        assertThat(ExpiryPlan.of(both, 2 * cost / 0.8 + 0.01).shown()).containsExactlyInAnyOrder("6-0", "out");
        assertThat(ExpiryPlan.of(leases(2, 6, true), 2 * cost + 0.01).shown()).hasSize(2);
    }

    @Test
    void a_plan_that_is_made_again_of_its_own_outcome_is_the_same() {
        var first = ExpiryPlan.of(leases(300, 5, false), 10).shown();
        var again = ExpiryPlan.of(
                leases(300, 5, false).stream()
                        .map(lease -> new Demand<>(lease.lease(), lease.validity(), first.contains(lease.lease())))
                        .collect(toSet()),
                10);

        assertThat(again.shown()).isEqualTo(first);
    }

    @Test
    void a_term_too_short_to_be_followed_is_never_shown() {
        assertThat(ExpiryPlan.of(leases(1, 2, true), 1_000).shown()).isEmpty();
    }

    private static List<Demand<String>> leases(int count, int seconds, boolean shown) {
        return IntStream.range(0, count)
                .mapToObj(i -> new Demand<>(seconds + "-" + i, Duration.ofSeconds(seconds), shown))
                .toList();
    }
}
