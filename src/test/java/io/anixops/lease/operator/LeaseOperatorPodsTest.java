package io.anixops.lease.operator;

import static io.anixops.lease.operator.OperatorRig.eventually;
import static io.anixops.lease.operator.OperatorRig.forAWhile;
import static io.anixops.lease.operator.OperatorRig.selector;
import static io.anixops.lease.operator.Samples.KEYS;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What happens to pods, and what a whole operator makes of it. */
class LeaseOperatorPodsTest {
    private final OperatorRig rig = new OperatorRig();
    private LabelJudge judge;

    @BeforeEach
    void start() {
        judge = new LabelJudge(rig.api.client(), MockApi.NAMESPACE, "jobs");
        rig.start();
    }

    @AfterEach
    void stop() {
        judge.close();
        rig.close();
        assertThat(judge.tooMany()).isEmpty();
    }

    @Test
    void a_pod_made_again_under_its_name_is_another_holder_and_leads_when_it_is_ready() {
        rig.leads(30, "web-0");
        var before = rig.row();

        rig.api.delete("web-0");
        rig.api.pod("web-0", false, Instant.now());

        eventually(() -> rig.readyIs("False", "NoCandidate"));
        rig.labelledAre();
        assertThat(rig.api.read("web-0").getMetadata().getLabels()).containsOnlyKeys("app");

        rig.api.setReady("web-0", true);

        eventually(() -> rig.labelledAre("web-0"));
        assertThat(rig.row().holder()).isNotEqualTo(before.holder()).startsWith("web-0-");
        assertThat(rig.row().token()).isGreaterThan(before.token());
    }

    @Test
    void a_leader_is_labelled_and_left_in_peace_though_a_hand_put_the_highest_token_onto_a_pod() {
        rig.leads(30, "control-a", "control-b");
        var highest = (1L << 61) - 1;

        rig.api.patchPod(
                "control-b",
                List.of(
                        Map.of("op", "add", "path", "/metadata/annotations", "value", Map.of(KEYS.nonce(), "n")),
                        Map.of(
                                "op",
                                "add",
                                "path",
                                "/metadata/labels/" + KEYS.token().replace("/", "~1"),
                                "value",
                                Long.toString(highest))));

        eventually(() -> assertThat(rig.status("jobs").token()).isGreaterThan(highest));
        eventually(() -> rig.readyIs("True", "LeaderHere"));
        var settled = rig.api.read("control-a").getMetadata().getResourceVersion();
        forAWhile(
                Duration.ofSeconds(1),
                () -> assertThat(rig.api.read("control-a").getMetadata().getResourceVersion())
                        .isEqualTo(settled));
        rig.labelledAre("control-a");
    }

    @Test
    void a_pod_whose_name_is_too_long_for_a_holder_id_is_no_candidate() {
        rig.api.readyPod("a".repeat(192));
        rig.api.apply("jobs", 30);

        eventually(() -> rig.readyIs("False", "NoCandidate"));

        rig.api.readyPod("b".repeat(191));
        eventually(() -> rig.labelledAre("b".repeat(191)));
    }

    @Test
    void a_leader_that_is_not_ready_keeps_label_and_lease_for_one_ttl_and_then_both_go() {
        rig.leads(5, "control-a");
        var since = System.nanoTime();

        rig.api.setReady("control-a", false);

        eventually(() -> rig.readyIs("False", "NoCandidate"));
        assertThat(Duration.ofNanos(System.nanoTime() - since)).isGreaterThan(Duration.ofSeconds(5));
        rig.labelledAre();
        assertThat(rig.row().isFree()).isTrue();
    }

    @Test
    void a_leader_that_the_selector_names_no_more_hands_over_at_once() {
        rig.leads(600, "control-a");
        rig.api
                .client()
                .resource(new PodBuilder(rig.api.readyPod("green"))
                        .editMetadata()
                        .addToLabels("color", "green")
                        .endMetadata()
                        .build())
                .update();

        rig.edit(
                "jobs",
                selector(new LabelSelectorBuilder()
                        .addToMatchLabels("color", "green")
                        .build()));

        eventually(() -> rig.labelledAre("green"));
        eventually(() -> assertThat(rig.status("jobs").leader()).isEqualTo("green"));
        assertThat(rig.row().token()).isEqualTo(2);
    }

    @Test
    void a_leader_that_the_selector_names_no_more_gives_it_up_where_nobody_else_is_named() {
        rig.leads(600, "control-a");

        rig.edit(
                "jobs",
                selector(new LabelSelectorBuilder()
                        .addToMatchLabels("color", "green")
                        .build()));

        eventually(() -> rig.readyIs("False", "NoCandidate"));
        rig.labelledAre();
        assertThat(rig.row().isFree()).isTrue();
    }

    @Test
    void a_leader_that_loses_its_label_for_the_selector_hands_over_at_once() {
        rig.leads(600, "control-a", "control-b");

        rig.api.patchPod(
                "control-a", List.of(Map.of("op", "replace", "path", "/metadata/labels/app", "value", "other")));

        eventually(() -> rig.labelledAre("control-b"));
    }

    @Test
    void a_leader_label_on_a_pod_that_is_no_candidate_is_fenced() {
        var judged = judge;
        judged.close(); // two labels are what another hand makes here
        rig.leads(600, "control-a");
        rig.api
                .client()
                .resource(new PodBuilder()
                        .withNewMetadata()
                        .withName("stranger")
                        .withNamespace(MockApi.NAMESPACE)
                        .addToLabels("leader.lease.anixops.io/jobs", "true")
                        .endMetadata()
                        .build())
                .create();

        eventually(() -> rig.labelledAre("control-a"));

        var stranger = rig.api.read("stranger");
        assertThat(Keys.labels(stranger)).containsEntry("token.lease.anixops.io/jobs", "1");
        assertThat(new Keys("jobs").nonceOn(stranger)).isPresent();
        judge = new LabelJudge(rig.api.client(), MockApi.NAMESPACE, "jobs");
    }

    @Test
    void a_term_that_is_below_a_token_on_a_pod_is_ended_and_a_higher_one_begun() {
        rig.leads(600, "control-a", "control-b");

        markWithToken("control-b", "4294967296");

        eventually(() -> assertThat(rig.row().token()).isGreaterThan(4_294_967_296L));
        eventually(() -> rig.labelledAre("control-a"));
        eventually(() -> rig.readyIs("True", "LeaderHere"));
        assertThat(rig.status("jobs").token()).isEqualTo(rig.row().token());
    }

    @Test
    void a_first_term_begins_above_what_pods_bear() {
        rig.api.readyPod("control-a");
        markWithToken("control-a", "77");

        rig.api.apply("jobs", 30);

        eventually(() -> rig.labelledAre("control-a"));
        assertThat(rig.row().token()).isEqualTo(78);
    }

    @Test
    void a_token_that_cannot_be_believed_is_overwritten() {
        rig.leads(600, "control-a", "control-b");

        rig.api.patchPod(
                "control-b",
                List.of(Map.of(
                        "op", "add", "path", "/metadata/labels/token.lease.anixops.io~1jobs", "value", "99999")));

        eventually(() ->
                assertThat(new Keys("jobs").tokenOn(rig.api.read("control-b"))).isEqualTo(1));
        assertThat(rig.row().token()).isEqualTo(1);
    }

    @Test
    void a_resource_with_the_longest_name_labels_its_leader() {
        var name = "j".repeat(63);
        rig.api.readyPod("control-a");

        rig.api.apply(name, 30);

        eventually(() -> assertThat(rig.api.labelled(name)).containsExactly("control-a"));
        eventually(() -> assertThat(rig.condition(name, "Ready").getStatus()).isEqualTo("True"));
    }

    @Test
    void a_pod_that_is_ready_as_well_changes_nothing() {
        rig.leads(600, "control-a");

        rig.api.pod("control-0", true, Instant.now().minusSeconds(900));

        forAWhile(Duration.ofSeconds(1), () -> rig.labelledAre("control-a"));
    }

    private void markWithToken(String pod, String token) {
        rig.api.patchPod(
                pod,
                List.of(
                        Map.of(
                                "op",
                                "add",
                                "path",
                                "/metadata/annotations",
                                "value",
                                Map.of("nonce.lease.anixops.io/jobs", "n0")),
                        Map.of("op", "add", "path", "/metadata/labels/token.lease.anixops.io~1jobs", "value", token)));
    }
}
