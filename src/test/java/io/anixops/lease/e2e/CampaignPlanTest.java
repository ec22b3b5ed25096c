package io.anixops.lease.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CampaignPlanTest {
    private static final Duration LENGTH = Duration.ofMinutes(3);

    @Test
    void the_same_seed_makes_the_same_plan_and_another_one_another() {
        assertThat(CampaignPlan.of(7, LENGTH)).isEqualTo(CampaignPlan.of(7, LENGTH));
        assertThat(CampaignPlan.of(8, LENGTH).injections())
                .isNotEqualTo(CampaignPlan.of(7, LENGTH).injections());
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void no_place_has_two_faults_at_once_and_many_places_have_one(long seed) {
        var injections = CampaignPlan.of(seed, LENGTH).injections();

        for (var one : injections) {
            assertThat(injections)
                    .filteredOn(other -> other != one && other.place().equals(one.place()))
                    .noneMatch(one::overlaps);
        }
        assertThat(injections)
                .filteredOn(one -> injections.stream().filter(one::overlaps).count() > 2) // itself is one of them
                .hasSizeGreaterThan(injections.size() / 2);
    }

    @Test
    void the_short_one_has_every_kind_too() {
        assertThat(CampaignPlan.of(CampaignE2E.SEED, CampaignE2E.LENGTH).injections())
                .extracting(CampaignPlan.Injection::fault)
                .containsAll(CampaignFault.usual());
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void every_kind_has_its_turn_and_all_is_over_at_the_end(long seed) {
        var injections = CampaignPlan.of(seed, LENGTH).injections();

        assertThat(injections).extracting(CampaignPlan.Injection::fault).containsAll(CampaignFault.usual());
        assertThat(injections).allMatch(one -> one.untilMillis() <= LENGTH.toMillis());
        assertThat(injections).allMatch(one -> one.subject() < one.fault().subjects());
    }
}
