package io.anixops.lease.operator;

import static io.anixops.lease.operator.Samples.KEYS;
import static io.anixops.lease.operator.Samples.marked;
import static io.anixops.lease.operator.Samples.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The patches, whole: each holds only for the version of the pod that was read, and touches our keys alone. */
class KeyChangeTest {
    private static final Map<String, Object> VERSION = operation("replace", "/metadata/resourceVersion", "5");

    @Test
    void a_mark_on_a_pod_without_labels_and_annotations_makes_both_maps() {
        var patch = patchFor(pod("a", Map.of(), Map.of()), KeyChange.mark(KEYS, 7, "n1"));

        assertThat(patch)
                .containsExactly(
                        VERSION,
                        operation("add", "/metadata/labels", Map.of("token.lease.anixops.io/jobs", "7")),
                        operation("add", "/metadata/annotations", Map.of("nonce.lease.anixops.io/jobs", "n1")));
    }

    @Test
    void a_mark_leaves_the_labels_of_others_alone_and_takes_the_leader_label_off() {
        var pod = pod(
                "a",
                Map.of("app", "control", KEYS.leader(), "true", KEYS.token(), "6"),
                Map.of("note", "x", KEYS.nonce(), "n0"));

        assertThat(patchFor(pod, KeyChange.mark(KEYS, 7, "n1")))
                .containsExactly(
                        VERSION,
                        operation("add", "/metadata/labels/token.lease.anixops.io~1jobs", "7"),
                        operation("add", "/metadata/labels/leader.lease.anixops.io~1jobs", ""),
                        Map.of("op", "remove", "path", "/metadata/labels/leader.lease.anixops.io~1jobs"),
                        operation("add", "/metadata/annotations/nonce.lease.anixops.io~1jobs", "n1"));
    }

    @Test
    void the_label_is_put_on_the_mark_that_is_there() {
        assertThat(patchFor(marked("a", "7", false), KeyChange.lead(KEYS, marked("a", "7", false))))
                .containsExactly(VERSION, operation("add", "/metadata/labels/leader.lease.anixops.io~1jobs", "true"));
    }

    @Test
    void a_retraction_keeps_the_token_and_leaves_a_fresh_nonce() {
        var leader = marked("a", "7", true);

        assertThat(patchFor(leader, KeyChange.retract(KEYS, leader, "n1")))
                .containsExactly(
                        VERSION,
                        operation("add", "/metadata/labels/leader.lease.anixops.io~1jobs", ""),
                        Map.of("op", "remove", "path", "/metadata/labels/leader.lease.anixops.io~1jobs"),
                        operation("add", "/metadata/annotations/nonce.lease.anixops.io~1jobs", "n1"));
    }

    @Test
    void a_retraction_where_there_is_no_label_is_a_change_all_the_same() {
        var pod = marked("a", "7", false);

        assertThat(patchFor(pod, KeyChange.retract(KEYS, pod, "n1")))
                .containsExactly(VERSION, operation("add", "/metadata/annotations/nonce.lease.anixops.io~1jobs", "n1"));
    }

    @Test
    void stripping_takes_the_three_keys_and_no_other() {
        var pod = pod(
                "a",
                Map.of("app", "control", KEYS.leader(), "true", KEYS.token(), "6"),
                Map.of("note", "x", KEYS.nonce(), "n0"));

        assertThat(patchFor(pod, KeyChange.strip(KEYS)))
                .containsExactlyInAnyOrder(
                        VERSION,
                        operation("add", "/metadata/labels/leader.lease.anixops.io~1jobs", ""),
                        Map.of("op", "remove", "path", "/metadata/labels/leader.lease.anixops.io~1jobs"),
                        operation("add", "/metadata/labels/token.lease.anixops.io~1jobs", ""),
                        Map.of("op", "remove", "path", "/metadata/labels/token.lease.anixops.io~1jobs"),
                        operation("add", "/metadata/annotations/nonce.lease.anixops.io~1jobs", ""),
                        Map.of("op", "remove", "path", "/metadata/annotations/nonce.lease.anixops.io~1jobs"));
    }

    @Test
    void slash_and_tilde_in_a_key_are_escaped_in_its_path() {
        var odd = new Keys("a~b/c");
        var pod = pod("a", Map.of("app", "control"), Map.of());

        assertThat(patchFor(pod, KeyChange.mark(odd, 7, "n1")))
                .contains(operation("add", "/metadata/labels/token.lease.anixops.io~1a~0b~1c", "7"));
    }

    private static Map<String, Object> operation(String op, String path, Object value) {
        return Map.of("op", op, "path", path, "value", value);
    }

    private static List<Map<String, Object>> patchFor(Pod pod, KeyChange change) {
        return KeyChange.patchFor(pod, List.of(change));
    }
}
