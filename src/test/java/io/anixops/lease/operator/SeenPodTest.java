package io.anixops.lease.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntryBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SeenPodTest {
    private static final KubernetesSerialization JSON = new KubernetesSerialization();

    @Test
    void is_a_candidate_like_the_pod_that_it_was_read_from() {
        var pod = fat();

        var seen = seen(pod);

        assertThat(Candidates.of(seen)).isEqualTo(Candidates.of(pod));
        assertThat(Keys.labels(seen)).isEqualTo(Keys.labels(pod));
        assertThat(Samples.KEYS.tokenOn(seen)).isEqualTo(7);
        assertThat(seen.isMarkedForDeletion()).isTrue();
        assertThat(PodFilter.matters(seen, seen(pod))).isFalse();
    }

    @Test
    void keeps_nothing_that_no_decision_asks_for() {
        var seen = JSON.asJson(seen(fat()));

        assertThat(seen).doesNotContain("unused").contains("node-7", "nonce-1", "7");
    }

    @Test
    void of_what_pods_have_in_common_there_is_one_for_all() {
        var one = seen(fat());
        var other = seen(new PodBuilder(fat())
                .editMetadata()
                .withName("web-2")
                .endMetadata()
                .build());

        assertThat(one.getMetadata().getLabels()).isSameAs(other.getMetadata().getLabels());
        assertThat(one.getSpec()).isSameAs(other.getSpec());
        assertThat(one.getStatus()).isSameAs(other.getStatus());
    }

    @Test
    void what_a_later_version_of_kubernetes_adds_is_passed_over() {
        var seen = JSON.unmarshal("""
                {"metadata": {"name": "web-1", "later": {"a": 1}}, "spec": {"later": [1]}, "later": "x",
                 "status": {"later": 1, "conditions": [{"type": "Ready", "status": "True", "later": {"b": "c"}}]}}
                """, SeenPod.class);

        assertThat(JSON.asJson(seen)).contains("web-1", "Ready").doesNotContain("later");
    }

    @Test
    void is_read_where_nothing_is_told_of_how_it_is() {
        var seen = JSON.unmarshal(
                "{\"metadata\": {\"name\": \"web-1\", \"uid\": \"u\"}, \"status\": {\"conditions\": null}}",
                SeenPod.class);

        assertThat(seen.getMetadata().getName()).isEqualTo("web-1");
        assertThat(PodFilter.matters(seen, seen)).isFalse();
    }

    @Test
    void is_what_the_api_server_calls_a_pod() {
        assertThat(HasMetadata.getApiVersion(SeenPod.class)).isEqualTo(HasMetadata.getApiVersion(Pod.class));
        assertThat(HasMetadata.getKind(SeenPod.class)).isEqualTo(HasMetadata.getKind(Pod.class));
        assertThat(HasMetadata.getFullResourceName(SeenPod.class))
                .isEqualTo(HasMetadata.getFullResourceName(Pod.class));
    }

    private static SeenPod seen(Pod pod) {
        return JSON.unmarshal(JSON.asJson(pod), SeenPod.class);
    }

    private static Pod fat() {
        var keys = Samples.KEYS;
        return new PodBuilder(Samples.pod("web-1", Map.of("app", "web", keys.token(), "7"), Map.of()))
                .editMetadata()
                .addToAnnotations(keys.nonce(), "nonce-1")
                .addToAnnotations("example.com/unused", "unused")
                .withManagedFields(
                        new ManagedFieldsEntryBuilder().withManager("unused").build())
                .withFinalizers("example.com/unused")
                .withDeletionTimestamp("2026-01-01T00:01:00Z")
                .endMetadata()
                .withNewSpec()
                .withNodeName("node-7")
                .addNewContainer()
                .withName("unused")
                .endContainer()
                .endSpec()
                .editOrNewStatus()
                .withPhase("Running")
                .withMessage("unused")
                .addNewCondition()
                .withType("ContainersReady")
                .withStatus("True")
                .withMessage("unused")
                .endCondition()
                .addNewCondition()
                .withType("Ready")
                .withStatus("True")
                .withLastTransitionTime("2026-01-01T00:00:07Z")
                .endCondition()
                .endStatus()
                .build();
    }
}
