package io.anixops.lease.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** While nothing happens, hardly anything is written. */
class SteadyE2E {
    @Test
    void no_pod_is_written_no_pass_is_caused_by_own_writes_and_no_expiry_shown_is_past() {
        try (ControlPlane plane = ControlPlane.builder().audited().start();
                Stage stage = Stage.on(plane)) {
            var counted = Steady.watch(stage, 50, Duration.ofSeconds(25));

            assertThat(counted.podWrites()).isZero();
            assertThat(counted.passes()).isZero();
            assertThat(counted.stale()).isZero();
            assertThat(counted.statusWrites()).isBetween(1L, 50 * counted.seconds());
        }
    }
}
