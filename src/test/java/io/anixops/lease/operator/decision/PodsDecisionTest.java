package io.anixops.lease.operator.decision;

import static io.anixops.lease.operator.decision.Cast.NAME;
import static io.anixops.lease.operator.decision.Cast.START;
import static io.anixops.lease.operator.decision.Cast.leaving;
import static io.anixops.lease.operator.decision.Cast.ready;
import static io.anixops.lease.operator.decision.Cast.unready;
import static org.assertj.core.api.Assertions.assertThat;

import io.anixops.lease.HolderInfo;
import io.anixops.lease.Lease;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** One whole outcome for each thing that can be seen. */
class PodsDecisionTest {
    private static final Lease OF_A = row(7, HolderInfo.UNKNOWN, Duration.ofSeconds(20));
    private static final Lease ENDED = row(7, HolderInfo.UNKNOWN, Duration.ofNanos(-1));
    private static final Outcome.Idle SILENCE = new Outcome.Idle(Reason.DATABASE_UNREACHABLE, "no answer", null);

    private boolean suspended;
    private boolean trusted = true;
    private Outcome.@Nullable Idle silence;

    @Test
    void a_pod_whose_process_holds_it_leads() {
        assertThat(judge(OF_A, ready("a"), ready("b")))
                .isEqualTo(new Outcome.HoldsItself(ready("a"), OF_A, null, true));
    }

    @Test
    void a_leader_that_is_not_ready_leads_all_the_same() {
        assertThat(judge(OF_A, unready("a"), ready("b")))
                .isEqualTo(new Outcome.HoldsItself(unready("a"), OF_A, null, true));
    }

    @Test
    void a_leader_that_terminates_bears_no_label() {
        assertThat(judge(OF_A, leaving("a")))
                .isEqualTo(new Outcome.HoldsItself(leaving("a"), OF_A, "it is terminating, or has ended", true));
    }

    @Test
    void a_term_that_is_about_to_end_bears_no_label() {
        trusted = false;

        assertThat(judge(OF_A, ready("a")))
                .isEqualTo(new Outcome.HoldsItself(
                        ready("a"), OF_A, "its term is about to end, and was not renewed", true));
    }

    @Test
    void a_term_without_a_token_bears_no_label() {
        var row = row(0, HolderInfo.UNKNOWN, Duration.ofSeconds(20));

        assertThat(judge(row, ready("a")))
                .isEqualTo(new Outcome.HoldsItself(ready("a"), row, "its term has no fencing token yet", true));
    }

    @Test
    void a_holder_that_is_no_pod_here_is_elsewhere() {
        assertThat(judge(OF_A, ready("b"))).isEqualTo(new Outcome.Elsewhere(OF_A));
    }

    @Test
    void nobody_leads_where_nobody_holds_it() {
        assertThat(judge(ENDED, ready("a")))
                .isEqualTo(new Outcome.Idle(Reason.NO_CANDIDATE, "no process holds the lease", ENDED));
        assertThat(judge(null, ready("a")))
                .isEqualTo(new Outcome.Idle(Reason.NO_CANDIDATE, "no process holds the lease", null));
    }

    @Test
    void nobody_bears_the_label_of_a_suspended_lease_whoever_holds_it() {
        suspended = true;

        assertThat(judge(OF_A, ready("a"))).isEqualTo(new Outcome.Idle(Reason.SUSPENDED, "spec.suspend is true", OF_A));
    }

    @Test
    void a_leader_goes_on_through_a_silence_as_long_as_the_last_answer_is_trusted() {
        silence = SILENCE;
        assertThat(judge(OF_A, ready("a"))).isEqualTo(new Outcome.HoldsItself(ready("a"), OF_A, null, false));

        trusted = false;
        assertThat(judge(OF_A, ready("a"))).isEqualTo(SILENCE);
    }

    @Test
    void a_silent_database_is_said_to_be_silent_where_no_pod_here_leads() {
        silence = SILENCE;

        assertThat(judge(OF_A, ready("b"))).isEqualTo(SILENCE);
        assertThat(judge(ENDED, ready("a"))).isEqualTo(SILENCE);
        assertThat(judge(null, ready("a"))).isEqualTo(SILENCE);
        suspended = true;
        assertThat(judge(OF_A, ready("a"))).isEqualTo(SILENCE);
    }

    private Outcome judge(@Nullable Lease row, Candidate... pods) {
        return PodsDecision.judge(new PodsObservation(
                suspended, List.of(pods), row, trusted, new HolderMatch("control", null, true), silence));
    }

    private static Lease row(long token, HolderInfo info, Duration remaining) {
        return new Lease(NAME, "a-1f2e3d4c", token, START, START, START.plusSeconds(30), "", info, remaining);
    }
}
