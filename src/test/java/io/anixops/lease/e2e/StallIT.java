package io.anixops.lease.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A process whose threads all stand still longer than its term, while its connections and the kernel go on. */
class StallIT {
    private final WorkerRig rig = WorkerRig.withTtl(Duration.ofSeconds(5));

    @AfterEach
    void stop() {
        rig.close();
    }

    @Test
    void after_a_stall_of_its_memory_a_process_does_no_step_of_its_former_term_and_leads_no_more() throws Exception {
        rig.start("stalled");
        var stalled = rig.awaitLeader();
        rig.start("other");
        var token = rig.token();
        int steps;

        try (var stall = SafepointStall.of(stalled.child())) {
            rig.worksUntil(stalled, Instant.now());
            rig.awaitNextAfter(token);
            steps = rig.steps(token);
        }
        Eventually.until("it is well", () -> stalled.health().orElseThrow() == 200);
        Eventually.until("it knows that it leads no more", () -> !stalled.saysThatItLeads());

        assertThat(rig.steps(token)).isEqualTo(steps);
        rig.assertNothingViolated();
    }
}
