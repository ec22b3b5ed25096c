package io.anixops.lease.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Processes whose clocks are wrong, and others that wait for the end of their terms. */
class ProcessClockE2E {
    private static final Duration TTL = Duration.ofSeconds(5);

    private final WorkerRig rig = WorkerRig.withTtl(TTL);
    private final TcpProxy network = TcpProxy.to(rig.database().port());

    @AfterEach
    void stop() {
        rig.close();
        network.close();
    }

    @Test
    void work_whose_clock_is_a_tenth_too_slow_ends_before_a_process_has_the_lease_whose_clock_is_twice_too_fast() {
        try (var slow = GuardedCommand.start(ForgedClock.ofRate(0.9), WorkerRig.LEASE, TTL, onNetwork())) {
            var token = cutOff(slow, ForgedClock.ofRate(2));

            rig.awaitNextAfter(token);

            assertThat(slow.runs()).isFalse();
            rig.assertNoTermsOverlap();
        }
    }

    /** The test before this one would notice it. */
    @Test
    void a_clock_at_less_than_half_its_speed_lets_two_work_at_once_and_the_token_keeps_the_former_one_from_a_step() {
        try (var slow = GuardedCommand.start(ForgedClock.ofRate(0.45), WorkerRig.LEASE, TTL, onNetwork())) {
            var token = cutOff(slow, Map.of());

            rig.awaitNextAfter(token);

            assertThat(slow.runs()).isTrue();
            assertThatThrownBy(() -> rig.step(token)).hasMessageContaining("is not held with token " + token);
        }
    }

    @Test
    void a_wall_clock_that_jumps_an_hour_forth_and_back_changes_nothing() {
        var clock = ForgedClock.ofTheWall();
        var jumping = rig.startWith(clock.environment(), "jumping");
        rig.awaitLeader();
        rig.start("other");
        var token = rig.token();

        for (int hours = 1; hours >= -1; hours -= 2) {
            clock.set(Duration.ofHours(hours));
            var renewed = rig.versions().size() + 1;
            Eventually.until("it is renewed", () -> rig.versions().size() >= renewed);
        }

        assertThat(rig.token()).isEqualTo(token);
        assertThat(jumping.saysThatItLeads()).isTrue();
        assertThat(jumping.spans()).as("terms of work").hasSize(1);
    }

    /** As on a machine that was suspended, whose monotonic clock stands meanwhile. */
    @Test
    void a_process_that_slept_without_its_clock_believes_that_it_leads_and_can_do_no_step() throws Exception {
        var clock = ForgedClock.ofAll();
        var asleep = rig.startWith(clock.environment(), "asleep");
        rig.awaitLeader();
        rig.start("other");
        var token = rig.token();

        asleep.child().pause();
        var fellAsleep = Instant.now();
        rig.worksUntil(asleep, fellAsleep);
        rig.awaitNextAfter(token);
        var steps = rig.steps(token);
        clock.set(Duration.between(Instant.now(), fellAsleep));
        var woke = Instant.now();
        asleep.child().resume();
        Eventually.until("it has found out", () -> !asleep.saysThatItLeads());

        assertThat(asleep.spans().get(0).to()).as("by its own clock").isBefore(woke);
        assertThat(rig.steps(token)).isEqualTo(steps);
        rig.assertNothingViolated();
    }

    private Map<String, String> onNetwork() {
        return Map.of(
                "DBLEASE_DATABASE_URL",
                rig.database().jdbcUrl().replace(":" + rig.database().port() + "/", ":" + network.port() + "/"));
    }

    /** The token of the command's term, from which on it has no database, and another one waits for its end. */
    private long cutOff(GuardedCommand command, Map<String, String> clockOfTheOther) {
        command.awaitRunning();
        var other = rig.startWith(clockOfTheOther, "other");
        Eventually.until("the other one waits", () -> other.health().orElseThrow() == 200);
        var token = rig.token();
        network.swallow();
        return token;
    }
}
