package io.anixops.lease.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AstrayTest {
    private static final Keys KEYS = new Keys("jobs");
    private static final Optional<LabelTarget> NOBODY = Optional.empty();

    @Test
    void a_label_on_the_leader_alone_and_none_where_nobody_leads_are_right() {
        assertThat(Astray.judge(leader("a", 7), List.of(pod("a", 7)))).isEmpty();
        assertThat(Astray.judge(NOBODY, List.of())).isEmpty();
    }

    @Test
    void a_leader_without_the_label_is_missing_it() {
        assertThat(Astray.judge(leader("a", 7), List.of())).contains(Astray.MISSING);
    }

    @Test
    void a_label_is_wrong_on_another_pod_for_another_term_and_where_nobody_leads() {
        assertThat(Astray.judge(leader("a", 7), List.of(pod("b", 7)))).contains(Astray.WRONG);
        assertThat(Astray.judge(leader("a", 7), List.of(pod("a", 6)))).contains(Astray.WRONG);
        assertThat(Astray.judge(NOBODY, List.of(pod("a", 7)))).contains(Astray.WRONG);
    }

    @Test
    void two_that_bear_it_are_several_whoever_leads() {
        assertThat(Astray.judge(leader("a", 7), List.of(pod("a", 7), pod("b", 6))))
                .contains(Astray.SEVERAL);
        assertThat(Astray.judge(NOBODY, List.of(pod("a", 7), pod("b", 6)))).contains(Astray.SEVERAL);
    }

    private static Optional<LabelTarget> leader(String pod, long token) {
        return Optional.of(new LabelTarget("control", KEYS, pod, "uid-" + pod, token));
    }

    private static Pod pod(String name, long token) {
        return new PodBuilder()
                .withNewMetadata()
                .withName(name)
                .withUid("uid-" + name)
                .withLabels(Map.of(KEYS.leader(), Keys.LEADING, KEYS.token(), Long.toString(token)))
                .withAnnotations(Map.of(KEYS.nonce(), "a nonce"))
                .endMetadata()
                .build();
    }
}
