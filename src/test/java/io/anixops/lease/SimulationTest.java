package io.anixops.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Thousands of random steps of three processes: what must never happen does not. */
class SimulationTest {
    private static final int STEPS = 20_000;
    private static final int SEEDS = 40;

    @Test
    void work_never_runs_in_two_processes_at_once() {
        assertThat(runAll(false, UnaryOperator.identity())).isGreaterThan(1_000);
    }

    @Test
    void two_processes_never_believe_that_they_lead_however_long_they_stand_still() {
        assertThat(runAll(true, UnaryOperator.identity())).isGreaterThan(500);
    }

    @Test
    void a_week_of_wrong_clocks_and_lost_and_late_messages_brings_no_two_together() {
        var leaderships = 0;
        for (var day = 1; day <= 7; day++) {
            leaderships +=
                    new Simulation(1_000 + day, day % 2 == 0, UnaryOperator.identity()).runFor(Duration.ofDays(1));
        }
        assertThat(leaderships).isGreaterThan(7_000);
    }

    @Test
    void a_release_that_matches_the_name_alone_would_be_noticed() {
        assertThatThrownBy(() -> runAll(false, ReleasingByName::new))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("2 processes");
    }

    private static int runAll(boolean pauses, UnaryOperator<LeaseStore> planted) {
        var leaderships = 0;
        for (var seed = 1; seed <= SEEDS; seed++) {
            try {
                leaderships += new Simulation(seed, pauses, planted).run(STEPS);
            } catch (AssertionError e) {
                throw new AssertionError("seed %d: %s".formatted(seed, e.getMessage()), e);
            }
        }
        return leaderships;
    }

    /** A store with a fault: it releases whatever term the lease has by the time that the release comes through. */
    private static final class ReleasingByName extends ForwardingStore {
        ReleasingByName(LeaseStore store) {
            super(store);
        }

        @Override
        public boolean release(Term term) {
            return ((InMemoryLeaseStore) store).releaseWhatever(term.name());
        }
    }
}
