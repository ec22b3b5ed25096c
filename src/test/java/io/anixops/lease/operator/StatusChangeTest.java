package io.anixops.lease.operator;

import static io.anixops.lease.operator.Samples.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.anixops.lease.operator.api.DatabaseLeaseStatus;
import io.anixops.lease.operator.decision.Reason;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StatusChangeTest {
    private static final Condition READY = ready(Reason.LEADER_HERE, "pod a leads", 1, START);

    @Test
    void moving_times_alone_are_no_transition() {
        assertThat(isTransition(
                        status("a", 7, 0, READY),
                        status("a", 7, 30, ready(Reason.LEADER_HERE, "pod a leads", 1, START.plusSeconds(9)))))
                .isFalse();
    }

    @Test
    void a_leader_a_token_a_reason_a_message_and_a_generation_are_transitions() {
        var shown = status("a", 7, 0, READY);

        assertThat(isTransition(shown, status("b", 7, 0, READY))).isTrue();
        assertThat(isTransition(shown, status("a", 8, 0, READY))).isTrue();
        assertThat(isTransition(shown, status("a", 7, 0, ready(Reason.LABEL_PENDING, "pod a leads", 1, START))))
                .isTrue();
        assertThat(isTransition(shown, status("a", 7, 0, ready(Reason.LEADER_HERE, "pod b leads", 1, START))))
                .isTrue();
        assertThat(isTransition(shown, status("a", 7, 0, ready(Reason.LEADER_HERE, "pod a leads", 2, START))))
                .isTrue();
        assertThat(isTransition(shown, DatabaseLeaseStatus.empty())).isTrue();
    }

    @Test
    void another_text_about_the_same_failure_of_the_database_is_no_transition() {
        assertThat(isTransition(
                        status("a", 7, 0, ready(Reason.DATABASE_UNREACHABLE, "attempt 1", 1, START)),
                        status("a", 7, 0, ready(Reason.DATABASE_UNREACHABLE, "attempt 2", 1, START))))
                .isFalse();
        assertThat(isTransition(
                        status("a", 7, 0, ready(Reason.SCHEMA_MISSING, "one", 1, START)),
                        status("a", 7, 0, ready(Reason.SCHEMA_TOO_NEW, "one", 1, START))))
                .isTrue();
    }

    @ParameterizedTest(name = "renewed {0} s after what is shown: {1}")
    @CsvSource({"0, false", "10, false", "14.999, false", "15, true", "20, true"})
    void a_refresh_is_due_when_half_of_the_shown_validity_is_used(double after, boolean due) {
        var renewedAt = START.plusMillis(Math.round(after * 1000));

        assertThat(StatusChange.isRefreshDue(status("a", 7, 0, READY), renewedAt, renewedAt.plusSeconds(30)))
                .isEqualTo(due);
    }

    @Test
    void times_that_are_not_shown_are_due_and_times_that_are_not_known_are_not() {
        assertThat(StatusChange.isRefreshDue(DatabaseLeaseStatus.empty(), START, START.plusSeconds(30)))
                .isTrue();
        assertThat(StatusChange.isRefreshDue(status("a", 7, 0, READY), null, START))
                .isFalse();
        assertThat(StatusChange.isRefreshDue(DatabaseLeaseStatus.empty(), START, null))
                .isFalse();
    }

    private static boolean isTransition(DatabaseLeaseStatus shown, DatabaseLeaseStatus now) {
        return StatusChange.isTransition(shown, now);
    }

    private static DatabaseLeaseStatus status(
            @Nullable String leader, long token, long renewedAfter, Condition condition) {
        var renewedAt = START.plus(Duration.ofSeconds(renewedAfter));
        return new DatabaseLeaseStatus(
                "control/jobs",
                leader,
                leader + "-1",
                leader,
                "east",
                token,
                START.toString(),
                renewedAt.plusSeconds(30).toString(),
                renewedAt.toString(),
                1L,
                1L,
                List.of(condition));
    }

    private static Condition ready(Reason reason, String message, long generation, Instant since) {
        return new Conditions(List.of(), generation, since).of(Conditions.READY, Conditions.FALSE, reason, message);
    }
}
