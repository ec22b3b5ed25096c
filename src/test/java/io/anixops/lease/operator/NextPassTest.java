package io.anixops.lease.operator;

import static io.anixops.lease.operator.Samples.TTL;
import static io.anixops.lease.operator.Samples.ready;
import static io.anixops.lease.operator.Samples.row;
import static io.anixops.lease.operator.Samples.term;
import static org.assertj.core.api.Assertions.assertThat;

import io.anixops.lease.HolderInfo;
import io.anixops.lease.operator.decision.Outcome;
import io.anixops.lease.operator.decision.Reason;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NextPassTest {
    private static final Outcome LEADS = new Outcome.Leads(term("a", 7), ready("a"), row("a-1", 7), null);
    private static final LabelResult LABELLED = new LabelResult.Labelled();

    @Test
    void a_leader_that_bears_the_label_needs_no_pass() {
        assertThat(after(LEADS, LABELLED)).isEmpty();
    }

    @Test
    void a_leader_that_is_not_ready_is_looked_at_when_its_grace_has_ended() {
        assertThat(NextPass.after(LEADS, LABELLED, true, TTL, Optional.of(Duration.ofSeconds(7))))
                .contains(Duration.ofSeconds(7).plusMillis(1));
    }

    @Test
    void a_grace_that_ended_during_the_pass_brings_another_one_at_once() {
        assertThat(NextPass.after(LEADS, LABELLED, true, TTL, Optional.of(Duration.ZERO)))
                .contains(Duration.ofMillis(1));
    }

    @Test
    void a_label_that_is_not_there_yet_is_tried_again_soon() {
        assertThat(after(LEADS, new LabelResult.Pending("why"))).contains(Duration.ofMillis(200));
        assertThat(after(LEADS, new LabelResult.HigherToken(9))).contains(Duration.ofMillis(200));
    }

    @Test
    void
            a_lease_that_somebody_else_holds_is_looked_at_at_their_pace_where_that_is_faster_whether_or_not_a_pod_is_here() {
        var theirs = row("x-1", 7, HolderInfo.UNKNOWN, Duration.ofSeconds(29));
        var hour = Duration.ofHours(1);

        assertThat(NextPass.after(new Outcome.Elsewhere(theirs), LABELLED, true, hour, Optional.empty()))
                .contains(Duration.ofSeconds(10));
        assertThat(NextPass.after(
                        new Outcome.Idle(Reason.NO_CANDIDATE, "none", theirs), LABELLED, true, hour, Optional.empty()))
                .contains(Duration.ofSeconds(10));
    }

    @Test
    void a_status_that_could_not_be_written_is_written_soon() {
        assertThat(NextPass.after(LEADS, LABELLED, false, TTL, Optional.empty()))
                .contains(NextPass.SOON);
        assertThat(NextPass.after(LEADS, new LabelResult.Pending("why"), false, TTL, Optional.empty()))
                .contains(NextPass.SOON);
    }

    @ParameterizedTest(name = "{0} ms to go: {1} ms")
    @CsvSource({
        "30000, 10000",
        "11495, 10000",
        "11494, 9999",
        "3000, 1505",
        "1500, 5",
        "1499, 1504",
        "0, 5",
        "-1, 5",
        "-60000, 5"
    })
    void a_lease_of_somebody_else_is_looked_at_when_its_expiry_must_go_and_when_it_ends_or_at_the_pace_of_renewals(
            long remaining, long next) {
        var elsewhere = new Outcome.Elsewhere(row("x-1", 7, HolderInfo.UNKNOWN, Duration.ofMillis(remaining)));

        assertThat(after(elsewhere, LABELLED)).contains(Duration.ofMillis(next));
    }

    @ParameterizedTest
    @CsvSource({"DATABASE_UNREACHABLE", "DATABASE_READ_ONLY", "DATABASE_STORAGE", "SCHEMA_MISSING", "SCHEMA_TOO_NEW"})
    void a_failing_database_is_asked_again_in_a_second(Reason why) {
        assertThat(after(new Outcome.Idle(why, "message", null), LABELLED)).contains(Duration.ofSeconds(1));
    }

    @ParameterizedTest
    @CsvSource({"NO_CANDIDATE", "SUSPENDED", "CONFLICT"})
    void where_nobody_shall_lead_a_look_each_ttl_is_enough(Reason why) {
        assertThat(after(new Outcome.Idle(why, "message", null), LABELLED)).contains(TTL);
    }

    private static Optional<Duration> after(Outcome outcome, LabelResult label) {
        return NextPass.after(outcome, label, true, TTL, Optional.empty());
    }
}
