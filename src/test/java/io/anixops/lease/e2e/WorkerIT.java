package io.anixops.lease.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Three processes of the sample program, on a real PostgreSQL: one is killed, one paused, one cut off from the database. */
class WorkerIT {
    private static final Duration END = Duration.ofSeconds(30);
    private static final int TERMINATED = 143; // 128 + SIGTERM

    private final WorkerRig rig = WorkerRig.withTtl(Duration.ofSeconds(5));

    @AfterEach
    void stop() {
        rig.close();
    }

    @Test
    void one_works_at_a_time_whatever_happens_to_it_and_the_next_one_does_in_time() {
        rig.start("a", "b", "c");

        var killed = rig.awaitLeader();
        killed.child().kill9();
        rig.worksUntil(killed, Instant.now());
        var paused = rig.awaitNextAfter(killed);
        assertThat(killed.health()).isEmpty();

        var token = rig.token();
        paused.child().pause();
        rig.worksUntil(paused, Instant.now()); // what it does after the pause is the database's to refuse
        var cut = rig.awaitNextAfter(paused);
        assertThat(paused.health()).isEmpty();
        assertThatThrownBy(() -> rig.step(token)).hasMessageContaining("is not held with token " + token);
        paused.child().resume();
        Eventually.until("it is well", () -> paused.health().orElseThrow() == 200);
        Eventually.until("it knows that it leads no more", () -> !paused.saysThatItLeads());

        cut.network().swallow();
        var last = rig.awaitNextAfter(cut);
        assertThat(last).isSameAs(paused);
        assertThat(cut.saysThatItLeads()).isFalse();
        assertThat(cut.health())
                .as("a restart would not bring the database back")
                .contains(200);
        cut.network().pass();

        assertThat(last.child().terminate(END)).isEqualTo(TERMINATED);
        assertThat(rig.awaitNextAfter(last)).isSameAs(cut);
        assertThat(cut.child().terminate(END)).isEqualTo(TERMINATED);
        assertThat(rig.row().isHeld()).as("given back").isFalse();
        rig.assertNothingViolated();
    }
}
