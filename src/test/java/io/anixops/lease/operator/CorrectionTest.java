package io.anixops.lease.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.anixops.lease.operator.decision.Reason;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class CorrectionTest {
    private static final Keys KEYS = new Keys("jobs");

    private final StatusStory lease = new StatusStory();

    @Test
    void the_first_label_of_a_term_is_none() {
        assertThat(correctionOf(pod("a", 1, false), KeyChange.lead(KEYS, pod("a", 1, false))))
                .isFalse();

        lease.leads("b", 1);
        assertThat(correctionOf(pod("a", 2, false), KeyChange.lead(KEYS, pod("a", 2, false))))
                .isFalse();
    }

    @Test
    void a_label_that_was_pending_is_none() {
        lease.leadsWithout(new LabelResult.Pending("the pod changes"), "a", 1);

        assertThat(correctionOf(pod("a", 1, false), KeyChange.lead(KEYS, pod("a", 1, false))))
                .isFalse();
    }

    @Test
    void a_label_that_the_status_said_was_there_is_one() {
        lease.leads("a", 1);

        assertThat(correctionOf(pod("a", 1, false), KeyChange.lead(KEYS, pod("a", 1, false))))
                .isTrue();
    }

    @Test
    void a_fence_of_the_next_term_is_none_and_one_of_a_term_that_was_placed_is_one() {
        lease.leads("a", 1);

        assertThat(correctionOf(pod("a", 1, true), KeyChange.mark(KEYS, 2, "n")))
                .isFalse();
        assertThat(correctionOf(pod("b", 0, true), KeyChange.mark(KEYS, 1, "n")))
                .isTrue();
    }

    @Test
    void a_mark_on_the_leader_itself_is_told_with_the_label_that_follows_it() {
        lease.leads("a", 1);

        assertThat(correctionOf(pod("a", 0, true), KeyChange.mark(KEYS, 1, "n")))
                .isFalse();
    }

    @Test
    void a_label_while_nobody_leads_is_one_unless_a_term_is_held_by_now() {
        lease.idle(Reason.NO_CANDIDATE, "nobody");
        var labelled = pod("a", 0, true);

        assertThat(correctionOf(labelled, KeyChange.retract(KEYS, labelled, "n")))
                .isTrue();
        assertThat(new Correction(lease.status(), true).in(labelled, KeyChange.retract(KEYS, labelled, "n")))
                .isEmpty();
    }

    @Test
    void what_is_stripped_of_a_resource_that_is_gone_is_none() {
        lease.leads("a", 1);

        assertThat(correctionOf(pod("a", 1, true), KeyChange.strip(KEYS))).isFalse();
        assertThat(correctionOf(pod("b", 1, false), KeyChange.strip(KEYS))).isFalse();
    }

    private boolean correctionOf(Pod read, KeyChange change) {
        return new Correction(lease.status(), false).in(read, change).isPresent();
    }

    private static Pod pod(String name, long token, boolean labelled) {
        var pod = new PodBuilder()
                .withNewMetadata()
                .withName(name)
                .withLabels(new TreeMap<>())
                .endMetadata()
                .build();
        if (token > 0) {
            pod.getMetadata().getLabels().put(KEYS.token(), Long.toString(token));
            pod.getMetadata().setAnnotations(Map.of(KEYS.nonce(), "nonce"));
        }
        if (labelled) {
            pod.getMetadata().getLabels().put(KEYS.leader(), "true");
        }
        return pod;
    }
}
