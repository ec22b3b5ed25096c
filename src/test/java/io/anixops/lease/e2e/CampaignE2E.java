package io.anixops.lease.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A short campaign with a seed that never changes; longer ones and other seeds are for {@code e2e/campaign}. */
class CampaignE2E {
    /** With which each kind of fault has its turn. */
    static final long SEED = 20261201;

    static final Duration LENGTH = Duration.ofSeconds(50);

    @Test
    void all_is_well_again_and_nothing_was_violated_after_a_minute_of_faults_in_any_order() throws Exception {
        var plan = CampaignPlan.of(SEED, LENGTH);

        var report = Campaign.of(plan).run();

        assertThat(report.violations()).as(report.text()).isEmpty();
    }

    @Test
    void work_that_goes_on_and_a_second_label_are_found_where_they_are_planted() throws Exception {
        var report = Campaign.planted().run();

        assertThat(report.violations())
                .as(report.text())
                .anyMatch(one -> one.startsWith("work went on until"))
                .anyMatch(one -> one.startsWith("two leaders of main-0 at once"));
    }

    /** A slip of the operator, and one of the library; {@code e2e/campaign --mutants} goes through all there are. */
    @ParameterizedTest
    @CsvSource({
        "MARK_WITHOUT_NONCE, on a mark from which it was taken off",
        "RELEASE_WITHOUT_TOKEN_OR_RENEWER, released while its holder worked"
    })
    void a_slip_in_the_product_is_found_while_it_runs(Mutant mutant, String found) throws Exception {
        var report = Campaign.against(mutant, SEED, Duration.ofMinutes(2)).run();

        assertThat(report.violations()).as(report.text()).anyMatch(one -> one.contains(found));
    }
}
