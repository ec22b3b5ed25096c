package io.anixops.lease.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** As many leases as a run of all scenarios can afford; {@code e2e/silence} does it with a thousand. */
class SilentDatabaseE2E {
    private static final int LEASES = 60;
    private static final int TTL = 12;

    @Test
    void many_labels_are_off_before_anybody_may_take_over_and_all_come_back() {
        try (var silent = new SilentDatabase(LEASES, TTL)) {
            var result = silent.run();

            System.out.println("MEASURED " + result);
            assertThat(result.latest()).as("after the end of trust").isLessThan(Duration.ofSeconds(TTL / 3));
        }
    }
}
