package io.anixops.lease.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A short campaign with a seed that never changes; longer ones and other seeds are for {@code e2e/campaign}. */
class CampaignE2E {
    /** With which each kind of fault has its turn. */
    static final long SEED = 20261201;

    static final Duration LENGTH = Duration.ofSeconds(50);

    @Test
    void all_is_well_again_and_nothing_was_violated_after_a_minute_of_faults_in_any_order() throws Exception {
        var plan = CampaignPlan.of(SEED, LENGTH);

        var report = new Campaign(plan).run();

        assertThat(report.violations()).as(report.text()).isEmpty();
    }
}
