package io.anixops.lease.operator;

import static io.anixops.lease.operator.Samples.KEYS;
import static io.anixops.lease.operator.Samples.marked;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PodFilterTest {
    private static final Pod BEFORE = new PodBuilder(marked("a", "7", true))
            .withNewStatus()
            .withPhase("Running")
            .addNewCondition()
            .withType("Ready")
            .withStatus("True")
            .withLastTransitionTime("2026-01-01T00:00:00Z")
            .endCondition()
            .endStatus()
            .build();

    record Change(String what, UnaryOperator<PodBuilder> change) {
        @Override
        public String toString() {
            return what;
        }
    }

    static Stream<Change> matters() {
        return Stream.of(
                new Change("another uid", pod -> pod.editMetadata().withUid("2").endMetadata()),
                new Change(
                        "a label",
                        pod -> pod.editMetadata().addToLabels("app", "x").endMetadata()),
                new Change(
                        "our label gone",
                        pod -> pod.editMetadata()
                                .removeFromLabels(KEYS.leader())
                                .endMetadata()),
                new Change(
                        "our nonce",
                        pod -> pod.editMetadata()
                                .addToAnnotations(KEYS.nonce(), "n1")
                                .endMetadata()),
                new Change(
                        "deletion",
                        pod -> pod.editMetadata()
                                .withDeletionTimestamp("2026-01-01T00:00:00Z")
                                .endMetadata()),
                new Change("phase", pod -> pod.editStatus().withPhase("Failed").endStatus()),
                new Change("no status", pod -> pod.withStatus(null)),
                new Change(
                        "readiness",
                        pod -> pod.editStatus()
                                .editFirstCondition()
                                .withStatus("False")
                                .endCondition()
                                .endStatus()),
                new Change(
                        "ready anew",
                        pod -> pod.editStatus()
                                .editFirstCondition()
                                .withLastTransitionTime("2026-01-01T00:00:09Z")
                                .endCondition()
                                .endStatus()));
    }

    static Stream<Change> doesNotMatter() {
        return Stream.of(
                new Change("nothing", pod -> pod),
                new Change(
                        "version",
                        pod -> pod.editMetadata().withResourceVersion("6").endMetadata()),
                new Change(
                        "an annotation of others",
                        pod -> pod.editMetadata().addToAnnotations("note", "x").endMetadata()),
                new Change(
                        "its address",
                        pod -> pod.editStatus().withPodIP("10.0.0.1").endStatus()),
                new Change(
                        "another condition",
                        pod -> pod.editStatus()
                                .addNewCondition()
                                .withType("ContainersReady")
                                .withStatus("True")
                                .endCondition()
                                .endStatus()),
                new Change(
                        "the last probe",
                        pod -> pod.editStatus()
                                .editFirstCondition()
                                .withLastProbeTime("2026-01-01T00:00:09Z")
                                .endCondition()
                                .endStatus()));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("matters")
    void a_change_that_can_change_a_decision_wakes(Change change) {
        assertThat(PodFilter.matters(changed(change), BEFORE)).isTrue();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("doesNotMatter")
    void any_other_change_wakes_nobody(Change change) {
        assertThat(PodFilter.matters(changed(change), BEFORE)).isFalse();
    }

    private static Pod changed(Change change) {
        return change.change().apply(new PodBuilder(BEFORE)).build();
    }
}
