package io.anixops.lease.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.anixops.lease.operator.decision.Reason;
import org.junit.jupiter.api.Test;

class EventsForTest {
    private final StatusStory lease = new StatusStory();

    @Test
    void a_first_leader_is_elected() {
        assertThat(lease.leads("a", 1)).containsExactly("LeaderElected: pod a leads, with token 1");
    }

    @Test
    void a_pass_that_changes_nothing_has_no_event() {
        lease.leads("a", 1);

        assertThat(lease.leads("a", 1)).isEmpty();
    }

    @Test
    void a_leader_after_another_pod_got_it_from_hand_to_hand() {
        lease.leads("a", 1);

        assertThat(lease.leads("b", 2))
                .containsExactly("HandedOver: leadership moved from pod a to pod b, with token 2");
    }

    @Test
    void a_pod_made_again_under_its_name_is_told_from_the_former_one() {
        lease.leads("web-0", 1);

        assertThat(lease.leadsInItsNextLife("web-0", 2))
                .containsExactly("HandedOver: leadership moved from pod web-0-1 to pod web-0-2, with token 2");
    }

    @Test
    void the_same_pod_in_a_new_term_is_elected_anew() {
        lease.leads("a", 1);

        assertThat(lease.leads("a", 7)).containsExactly("LeaderElected: pod a leads, with token 7");
    }

    @Test
    void a_label_that_comes_later_is_no_event_of_its_own() {
        assertThat(lease.leadsWithout(new LabelResult.Pending("the pod changes"), "a", 1))
                .hasSize(1);

        assertThat(lease.leads("a", 1)).isEmpty();
    }

    @Test
    void without_a_candidate_one_event_says_so_and_not_again_when_the_words_around_it_change() {
        lease.leads("a", 1);

        assertThat(lease.idle(Reason.NO_CANDIDATE, "no pod is ready, and the lease was released"))
                .containsExactly("NoCandidate: no pod is ready, and the lease was released");
        assertThat(lease.idleWithFreeRow(Reason.NO_CANDIDATE, "no pod is ready", 1))
                .isEmpty();
        assertThat(lease.leads("b", 2)).containsExactly("LeaderElected: pod b leads, with token 2");
    }

    @Test
    void somebody_elsewhere_takes_over_once() {
        lease.leads("a", 1);

        assertThat(lease.elsewhere("west", "w", 2)).containsExactly("TakenOver: west/w has it now, with token 2");
        assertThat(lease.elsewhere("west", "v", 3)).isEmpty();
        assertThat(lease.leads("a", 4)).containsExactly("LeaderElected: pod a leads, with token 4");
    }

    @Test
    void a_passive_cluster_is_told_once_who_leads() {
        assertThat(lease.elsewhere("west", "w", 2)).containsExactly("TakenOver: west/w has it now, with token 2");
        assertThat(lease.elsewhere("west", "w", 2)).isEmpty();
    }

    @Test
    void a_suspended_leader_leads_no_more() {
        lease.leads("a", 1);

        assertThat(lease.idle(Reason.SUSPENDED, "spec.suspend is true"))
                .containsExactly("LeaseLost: pod a does not lead any more, as was asked for: spec.suspend is true");
        assertThat(lease.idleWithFreeRow(Reason.SUSPENDED, "spec.suspend is true", 1))
                .isEmpty();
    }

    @Test
    void a_silent_database_is_told_first_then_the_end_of_trust_then_that_all_is_well() {
        lease.leads("a", 1);

        assertThat(lease.leadsUnconfirmed("a", 1))
                .containsExactly("DatabaseUnreachable: the last renewal was not confirmed: it did not answer");
        assertThat(lease.idle(Reason.DATABASE_UNREACHABLE, "no answer for 20 s"))
                .containsExactly("LeaseLost: pod a does not lead any more: no answer for 20 s");
        assertThat(lease.idle(Reason.DATABASE_UNREACHABLE, "no answer for 21 s"))
                .isEmpty();
        assertThat(lease.leads("a", 1))
                .containsExactly("DatabaseReachable: the database answers again, and pod a leads");
    }

    @Test
    void another_kind_of_trouble_with_the_database_is_told_by_its_name() {
        lease.idle(Reason.DATABASE_UNREACHABLE, "no answer");

        assertThat(lease.idle(Reason.SCHEMA_MISSING, "no table"))
                .containsExactly("DatabaseUnreachable: SchemaMissing: no table");
    }

    @Test
    void a_refusal_is_told_once_and_another_mistake_again() {
        assertThat(lease.idle(Reason.INVALID_SPEC, "selector is empty"))
                .containsExactly("InvalidSpec: selector is empty");
        assertThat(lease.idle(Reason.INVALID_SPEC, "selector is empty")).isEmpty();
        assertThat(lease.idle(Reason.INVALID_SPEC, "ttl is odd")).containsExactly("InvalidSpec: ttl is odd");
        assertThat(lease.idle(Reason.NOT_PERMITTED, "not here")).containsExactly("NotPermitted: not here");
        assertThat(lease.idle(Reason.CONFLICT, "older is older")).containsExactly("Conflict: older is older");
    }

    @Test
    void a_token_that_fell_behind_is_told_beside_the_leader() {
        assertThat(lease.leadsWithout(new LabelResult.HigherToken(9), "a", 1))
                .containsExactly(
                        "LeaderElected: pod a leads, with token 1",
                        "TokenRegressed: token 1 is below token 9, which a pod bears; a new term is begun above it");
    }

    @Test
    void text_from_outside_is_made_printable_and_cut() {
        var note = EventNote.of(EventReason.INVALID_SPEC, "\u0007" + "ä".repeat(2_000));

        assertThat(note.text()).startsWith("\\u0007\\u00e4").hasSize(EventNote.MOST);
    }
}
