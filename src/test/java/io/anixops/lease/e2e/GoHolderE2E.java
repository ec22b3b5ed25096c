package io.anixops.lease.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A program in Go with one SQL statement, and the sample program with the library, on one lease. */
class GoHolderE2E {
    private static final Duration TTL = Duration.ofSeconds(5);
    private static final Duration END = Duration.ofSeconds(30);

    private final GoHolder go = GoHolder.build();
    private final WorkerRig rig = WorkerRig.withTtl(TTL);

    @AfterEach
    void stop() {
        rig.close();
    }

    @Test
    void a_program_without_the_library_takes_turns_with_one_that_has_it() {
        try (var first = start()) {
            awaitGo(0);
            var token = rig.token();
            rig.start("java");
            Eventually.until("it waits", () -> !rig.worker("java").saysThatItLeads());
            Eventually.until("it works", () -> rig.steps(token) > 1);
            assertThat(rig.token()).as("a renewal keeps it").isEqualTo(token);

            assertThat(first.terminate(END)).isZero();
            assertThat(rig.awaitNextAfter(token)).isSameAs(rig.worker("java"));
        }
        try (var second = start()) {
            var token = rig.token();
            rig.worker("java").child().terminate(END);
            awaitGo(token);
            rig.start("again");

            var last = rig.token();
            second.kill9();
            assertThat(rig.awaitNextAfter(last)).isSameAs(rig.worker("again"));
        }
        rig.assertNothingViolated();
    }

    private Child start() {
        return go.start(WorkerRig.LEASE, TTL, rig.database());
    }

    /** Its term has a token, though it names none, and nobody knows a pod of it. */
    private void awaitGo(long former) {
        Eventually.until("a term of the program in Go", () -> {
            var info = rig.query("SELECT holder_info::text FROM database_lease WHERE expires_at > clock_timestamp()");
            return info == null && rig.token() > former;
        });
    }
}
