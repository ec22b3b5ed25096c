package io.anixops.lease.operator;

import static io.anixops.lease.operator.Samples.NAME;
import static io.anixops.lease.operator.Samples.OPERATOR;
import static io.anixops.lease.operator.Samples.START;
import static io.anixops.lease.operator.Samples.TTL;
import static io.anixops.lease.operator.Samples.ready;
import static io.anixops.lease.operator.Samples.row;
import static io.anixops.lease.operator.Samples.term;
import static org.assertj.core.api.Assertions.assertThat;

import io.anixops.lease.HolderInfo;
import io.anixops.lease.Lease;
import io.anixops.lease.operator.api.DatabaseLeaseStatus;
import io.anixops.lease.operator.decision.Outcome;
import io.anixops.lease.operator.decision.Reason;
import io.anixops.lease.operator.decision.Silence;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** One whole status for each outcome. */
class StatusesTest {
    private static final Instant NOW = START.plusSeconds(100);
    private static final String T0 = "2026-01-01T00:00:00Z";
    private static final String T30 = "2026-01-01T00:00:30Z";
    private static final LabelResult LABELLED = new LabelResult.Labelled();
    private static final Outcome.Leads LEADS = new Outcome.Leads(term("a", 7), ready("a"), row("a-1", 7), null);
    private static final DatabaseLeaseStatus OF_LEADER = new DatabaseLeaseStatus(
            "control/jobs",
            "a",
            "a-1",
            "a",
            "east",
            7L,
            T0,
            T30,
            T0,
            1L,
            3L,
            List.of(
                    condition("Ready", "True", "LeaderHere", "pod a leads with token 7"),
                    condition("Held", "True", "LeaderHere", "pod a leads with token 7"),
                    condition("DatabaseReachable", "True", "Reachable", "the database answers")));

    @Test
    void a_leader_here_that_bears_the_label() {
        assertThat(status(LEADS, LABELLED)).isEqualTo(OF_LEADER);
    }

    @Test
    void a_leader_here_that_does_not_bear_the_label_yet() {
        assertThat(status(LEADS, new LabelResult.Pending("pod a is gone")))
                .isEqualTo(withFirst(
                        OF_LEADER,
                        condition(
                                "Ready",
                                "False",
                                "LabelPending",
                                "pod a leads with token 7, but does not bear the label yet: pod a is gone")));
    }

    @Test
    void a_leader_here_whose_token_is_below_one_on_a_pod() {
        assertThat(status(LEADS, new LabelResult.HigherToken(9)))
                .isEqualTo(withFirst(
                        OF_LEADER,
                        condition(
                                "Ready",
                                "False",
                                "TokenRegressed",
                                "token 7 is below token 9, which a pod bears; a new term is begun above it")));
    }

    @Test
    void a_leader_here_that_the_database_has_not_confirmed_last() {
        var silent = new Outcome.Leads(
                term("a", 7), ready("a"), row("a-1", 7), new Silence(Reason.DATABASE_READ_ONLY, "it takes no writes"));

        assertThat(status(silent, LABELLED).conditions())
                .containsExactly(
                        condition("Ready", "True", "LeaderHere", "pod a leads with token 7"),
                        condition("Held", "True", "LeaderHere", "pod a leads with token 7"),
                        condition(
                                "DatabaseReachable",
                                "False",
                                "DatabaseReadOnly",
                                "the last renewal was not confirmed: it takes no writes"));
    }

    @Test
    void a_leader_here_that_holds_the_lease_itself() {
        assertThat(status(new Outcome.HoldsItself(ready("a"), row("a-1", 7), null, true), LABELLED))
                .isEqualTo(OF_LEADER);
    }

    @Test
    void a_leader_that_holds_the_lease_itself_and_must_not_bear_the_label() {
        var leaving = new Outcome.HoldsItself(ready("a"), row("a-1", 7), "it is terminating", true);

        assertThat(status(leaving, LABELLED))
                .isEqualTo(withFirst(
                        OF_LEADER,
                        condition(
                                "Ready",
                                "False",
                                "LabelPending",
                                "pod a leads with token 7, and does not bear the label: it is terminating")));
    }

    @Test
    void a_leader_that_holds_the_lease_itself_under_a_token_below_one_on_a_pod() {
        var shown =
                status(new Outcome.HoldsItself(ready("a"), row("a-1", 7), null, true), new LabelResult.HigherToken(9));

        assertThat(shown.conditions())
                .containsExactly(
                        condition(
                                "Ready",
                                "False",
                                "TokenRegressed",
                                "token 7 is below token 9, which a pod bears; an administrator has to raise it:"
                                        + " lease raise-token control/jobs --above 9"),
                        condition("Held", "True", "TokenRegressed", "pod a leads with token 7"),
                        reachable());
        assertThat(EventsFor.change(OF_LEADER, shown))
                .extracting(EventNote::reason)
                .containsExactly(EventReason.TOKEN_REGRESSED);
    }

    @Test
    void a_leader_that_holds_the_lease_itself_and_was_not_read_last() {
        var silent = new Outcome.HoldsItself(ready("a"), row("a-1", 7), null, false);

        assertThat(status(silent, LABELLED).conditions().get(2))
                .isEqualTo(condition(
                        "DatabaseReachable",
                        "False",
                        "DatabaseUnreachable",
                        "the database has not answered the last reading"));
    }

    @Test
    void a_leader_in_another_cluster() {
        var elsewhere =
                new Outcome.Elsewhere(row("b-2", 9, new HolderInfo("west", "control", "b", "uid-b", "node-9"), TTL));

        assertThat(status(elsewhere, LABELLED))
                .isEqualTo(new DatabaseLeaseStatus(
                        "control/jobs",
                        "west/b",
                        "b-2",
                        "b",
                        "west",
                        9L,
                        T0,
                        T30,
                        T0,
                        1L,
                        3L,
                        List.of(
                                condition("Ready", "True", "LeaderElsewhere", "west/b leads with token 9"),
                                condition("Held", "True", "LeaderElsewhere", "west/b leads with token 9"),
                                reachable())));
    }

    @Test
    void a_leader_in_another_cluster_where_no_pod_could_lead_here() {
        var running = row("b-2", 9, new HolderInfo("west", "control", "b", "uid-b", "node-9"), TTL);

        assertThat(status(new Outcome.Idle(Reason.NO_CANDIDATE, "no pod is Ready", running), LABELLED)
                        .conditions()
                        .get(0))
                .isEqualTo(condition(
                        "Ready", "True", "LeaderElsewhere", "west/b leads with token 9; here, no pod is Ready"));
    }

    @Test
    void a_foreign_holder_where_no_pod_could_lead_here_leaves_it_without_a_leader() {
        assertThat(status(new Outcome.Idle(Reason.NO_CANDIDATE, "no pod is Ready", row("somebody", 9)), LABELLED)
                        .conditions()
                        .get(0))
                .isEqualTo(condition("Ready", "False", "NoCandidate", "no pod is Ready"));
    }

    @Test
    void a_holder_of_whom_nothing_is_known() {
        assertThat(status(new Outcome.Elsewhere(row("somebody", 9)), LABELLED))
                .isEqualTo(new DatabaseLeaseStatus(
                        "control/jobs",
                        "somebody",
                        "somebody",
                        null,
                        null,
                        9L,
                        T0,
                        T30,
                        T0,
                        1L,
                        3L,
                        List.of(
                                condition("Ready", "False", "HolderUnknown", UNKNOWN.formatted("somebody")),
                                condition("Held", "True", "HolderUnknown", UNKNOWN.formatted("somebody")),
                                reachable())));
    }

    private static final String UNKNOWN = "holder %s has it, and no candidate here is that holder";

    @Test
    void a_pod_of_this_cluster_that_is_no_candidate_here_is_not_ready_elsewhere() {
        var here = new Outcome.Elsewhere(row("b-2", 9, new HolderInfo("east", "control", "b", "uid-b", null), TTL));

        assertThat(status(here, LABELLED).conditions().get(0))
                .isEqualTo(condition("Ready", "False", "HolderUnknown", UNKNOWN.formatted("b-2")));
    }

    @Test
    void a_holder_with_control_characters_is_shown_with_escapes() {
        var info = new HolderInfo("we\u001b[31mst", null, "po\nd", null, null);
        var shown = status(new Outcome.Elsewhere(row("ev\u0000il\r\n", 9, info, TTL)), LABELLED);

        assertThat(shown.holder()).isEqualTo("ev\\u0000il\\u000d\\u000a");
        assertThat(shown.leader()).isEqualTo("we\\u001b[31mst/po\\u000ad");
        assertThat(shown.holderPod()).isEqualTo("po\\u000ad");
        assertThat(shown.holderCluster()).isEqualTo("we\\u001b[31mst");
        assertThat(shown.toString()).matches("[ -~]*");
    }

    @ParameterizedTest
    @EnumSource(
            names = {
                "DATABASE_UNREACHABLE",
                "DATABASE_READ_ONLY",
                "DATABASE_STORAGE",
                "SCHEMA_MISSING",
                "SCHEMA_TOO_NEW"
            })
    void nobody_is_claimed_to_hold_it_while_the_database_is_silent(Reason why) {
        assertThat(after(OF_LEADER).of(new Outcome.Idle(why, "no answer", null), LABELLED))
                .isEqualTo(new DatabaseLeaseStatus(
                        "control/jobs",
                        null,
                        null,
                        null,
                        null,
                        7L,
                        null,
                        null,
                        null,
                        1L,
                        3L,
                        List.of(
                                condition("Ready", "False", why.text(), "no answer"),
                                condition("Held", "Unknown", why.text(), "no answer"),
                                condition("DatabaseReachable", "False", why.text(), "no answer"))));
    }

    @ParameterizedTest
    @EnumSource(names = {"NO_CANDIDATE", "SUSPENDED"})
    void nobody_holds_it_where_there_is_no_row(Reason why) {
        assertThat(status(new Outcome.Idle(why, "nobody may", null), LABELLED)).isEqualTo(ofNobody(why, null));
    }

    @ParameterizedTest
    @EnumSource(names = {"NO_CANDIDATE", "SUSPENDED"})
    void nobody_holds_it_where_the_term_of_the_row_is_over(Reason why) {
        var ended = row("a-1", 7, HolderInfo.UNKNOWN, Duration.ofNanos(-1));

        assertThat(status(new Outcome.Idle(why, "nobody may", ended), LABELLED)).isEqualTo(ofNobody(why, 7L));
    }

    @Test
    void a_row_without_a_first_term_shows_no_token() {
        var never = row("", 0, HolderInfo.UNKNOWN, Duration.ofNanos(-1));

        assertThat(status(new Outcome.Idle(Reason.NO_CANDIDATE, "nobody may", never), LABELLED))
                .isEqualTo(ofNobody(Reason.NO_CANDIDATE, null));
    }

    @Test
    void a_suspended_lease_that_another_cluster_holds_says_so() {
        var running = row("b-2", 9, new HolderInfo("west", "control", "b", null, null), TTL);

        assertThat(status(new Outcome.Idle(Reason.SUSPENDED, "spec.suspend is true", running), LABELLED))
                .isEqualTo(new DatabaseLeaseStatus(
                        "control/jobs",
                        "west/b",
                        "b-2",
                        "b",
                        "west",
                        9L,
                        T0,
                        T30,
                        T0,
                        1L,
                        3L,
                        List.of(
                                condition("Ready", "False", "Suspended", "spec.suspend is true"),
                                condition("Held", "True", "Suspended", "holder b-2 has it"),
                                reachable())));
    }

    @ParameterizedTest
    @EnumSource(names = {"CONFLICT", "NOT_PERMITTED", "INVALID_SPEC"})
    void a_resource_that_is_refused_tells_nothing_of_the_row_nor_of_the_database(Reason why) {
        var shown = new Statuses(DatabaseLeaseStatus.empty(), 3, null, "east", NOW)
                .of(new Outcome.Idle(why, "refused", null), LABELLED);

        assertThat(shown)
                .isEqualTo(new DatabaseLeaseStatus(
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        3L,
                        List.of(
                                condition("Ready", "False", why.text(), "refused"),
                                condition("Held", "Unknown", why.text(), "refused"),
                                condition("DatabaseReachable", "Unknown", why.text(), "the database was not asked"))));
    }

    @Test
    void a_term_is_counted_once_and_each_new_one_once_more() {
        var first = status(LEADS, LABELLED);
        var again = after(first).of(LEADS, LABELLED);
        var second = after(again).of(new Outcome.Elsewhere(row("b-2", 8)), LABELLED);

        assertThat(first.transitions()).isEqualTo(1);
        assertThat(again.transitions()).isEqualTo(1);
        assertThat(second.transitions()).isEqualTo(2);
    }

    @Test
    void a_term_that_goes_on_after_silence_is_not_counted_again() {
        var first = status(LEADS, LABELLED);
        var silent = after(first).of(new Outcome.Idle(Reason.DATABASE_UNREACHABLE, "no answer", null), LABELLED);
        var back = after(silent).of(LEADS, LABELLED);

        assertThat(silent.transitions()).isEqualTo(1);
        assertThat(back.transitions()).isEqualTo(1);
    }

    @Test
    void a_term_of_the_same_pod_after_an_end_counts() {
        var first = status(LEADS, LABELLED);
        var next = new Outcome.Leads(term("a", 8), ready("a"), row("a-1", 8), null);

        assertThat(after(first).of(next, LABELLED).transitions()).isEqualTo(2);
    }

    @Test
    void the_time_of_a_transition_moves_only_when_the_status_of_the_condition_does() {
        var later = new Statuses(OF_LEADER, 4, NAME.value(), "east", NOW.plusSeconds(50))
                .of(LEADS, new LabelResult.Pending("why"));

        assertThat(later.conditions().get(0).getLastTransitionTime()).isEqualTo("2026-01-01T00:02:30Z");
        assertThat(later.conditions().get(1).getLastTransitionTime()).isEqualTo("2026-01-01T00:01:40Z");
        assertThat(later.conditions())
                .extracting(Condition::getObservedGeneration)
                .containsOnly(4L);
    }

    @Test
    void times_are_whole_seconds_of_utc_and_what_is_not_known_is_left_out() {
        var odd = new Lease(
                NAME,
                "b-2",
                9,
                null,
                START.plusNanos(999_999_999),
                START.plusSeconds(30).plusNanos(5),
                OPERATOR.value(),
                HolderInfo.UNKNOWN,
                TTL);

        var shown = status(new Outcome.Elsewhere(odd), LABELLED);

        assertThat(shown.acquiredAt()).isNull();
        assertThat(shown.renewedAt()).isEqualTo(T0);
        assertThat(shown.expiresAt()).isEqualTo(T30);
    }

    private static DatabaseLeaseStatus status(Outcome outcome, LabelResult label) {
        return after(DatabaseLeaseStatus.empty()).of(outcome, label);
    }

    private static Statuses after(DatabaseLeaseStatus before) {
        return new Statuses(before, 3, NAME.value(), "east", NOW);
    }

    private static DatabaseLeaseStatus ofNobody(Reason why, @Nullable Long token) {
        return new DatabaseLeaseStatus(
                "control/jobs",
                null,
                null,
                null,
                null,
                token,
                null,
                null,
                null,
                null,
                3L,
                List.of(
                        condition("Ready", "False", why.text(), "nobody may"),
                        condition("Held", "False", why.text(), "nobody holds the lease"),
                        reachable()));
    }

    private static DatabaseLeaseStatus withFirst(DatabaseLeaseStatus status, Condition ready) {
        return new DatabaseLeaseStatus(
                status.leaseName(),
                status.leader(),
                status.holder(),
                status.holderPod(),
                status.holderCluster(),
                status.token(),
                status.acquiredAt(),
                status.expiresAt(),
                status.renewedAt(),
                status.transitions(),
                status.observedGeneration(),
                List.of(ready, status.conditions().get(1), status.conditions().get(2)));
    }

    private static Condition reachable() {
        return condition("DatabaseReachable", "True", "Reachable", "the database answers");
    }

    private static Condition condition(String type, String status, String reason, String message) {
        return new ConditionBuilder()
                .withType(type)
                .withStatus(status)
                .withReason(reason)
                .withMessage(message)
                .withObservedGeneration(3L)
                .withLastTransitionTime("2026-01-01T00:01:40Z")
                .build();
    }
}
