package io.anixops.lease.operator;

import static io.anixops.lease.operator.Samples.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.anixops.lease.HolderId;
import io.anixops.lease.operator.decision.Candidate;
import io.anixops.lease.operator.decision.Standing;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CandidatesTest {
    private static final String UID = "12345678-9abc-def0-1234-56789abcdef0";

    @Test
    void a_running_and_ready_pod_becomes_a_candidate_with_all_that_matters() {
        var pod = new PodBuilder(pod("Running", "True"))
                .editMetadata()
                .withLabels(Map.of("app", "control", "pod-template-hash", "66b6c48dd5"))
                .endMetadata()
                .withNewSpec()
                .withNodeName("node-1")
                .endSpec()
                .build();

        assertThat(Candidates.of(pod))
                .isEqualTo(new Candidate(
                        "web-0",
                        UID,
                        "node-1",
                        HolderId.of("web-0-12345678"),
                        Standing.READY,
                        "66b6c48dd5",
                        START,
                        START.plusSeconds(9)));
    }

    @Test
    void a_pod_of_which_nothing_is_known_yet_is_not_ready() {
        var pod = new PodBuilder(pod("Running", "True")).withStatus(null).build();

        assertThat(Candidates.of(pod))
                .isEqualTo(new Candidate(
                        "web-0", UID, "", HolderId.of("web-0-12345678"), Standing.UNREADY, "", START, Instant.MAX));
    }

    @ParameterizedTest(name = "{0}, Ready {1}: {2}")
    @CsvSource({
        "Running,   True,    READY",
        "Running,   False,   UNREADY",
        "Running,   Unknown, UNREADY",
        "Pending,   False,   UNREADY",
        "Pending,   True,    UNREADY",
        "Unknown,   True,    UNREADY",
        "'',        True,    UNREADY",
        "Succeeded, True,    LEAVING",
        "Failed,    True,    LEAVING"
    })
    void phase_and_readiness_make_the_standing(String phase, String ready, Standing standing) {
        assertThat(Candidates.of(pod(phase, ready)).standing()).isEqualTo(standing);
    }

    @Test
    void a_pod_that_terminates_is_leaving_though_it_is_ready() {
        var pod = new PodBuilder(pod("Running", "True"))
                .editMetadata()
                .withDeletionTimestamp(START.toString())
                .endMetadata()
                .build();

        assertThat(Candidates.of(pod).standing()).isEqualTo(Standing.LEAVING);
    }

    @Test
    void other_conditions_do_not_make_a_pod_ready() {
        var pod = new PodBuilder(pod("Running", "False"))
                .editStatus()
                .addNewCondition()
                .withType("ContainersReady")
                .withStatus("True")
                .endCondition()
                .endStatus()
                .build();

        assertThat(Candidates.of(pod).standing()).isEqualTo(Standing.UNREADY);
    }

    @Test
    void a_pod_that_has_been_ready_since_nobody_knows_when_is_ready_last() {
        var pod = new PodBuilder(pod("Running", "True"))
                .editStatus()
                .editFirstCondition()
                .withLastTransitionTime(null)
                .endCondition()
                .endStatus()
                .build();

        assertThat(Candidates.of(pod).standing()).isEqualTo(Standing.READY);
        assertThat(Candidates.of(pod).readySince()).isEqualTo(Instant.MAX);
    }

    @Test
    void a_stateful_sets_revision_counts_as_the_template() {
        var pod = new PodBuilder(pod("Running", "True"))
                .editMetadata()
                .addToLabels("controller-revision-hash", "web-7d9f")
                .endMetadata()
                .build();

        assertThat(Candidates.of(pod).revision()).isEqualTo("web-7d9f");
    }

    @Test
    void a_pod_made_again_under_its_name_is_another_holder() {
        var again = new PodBuilder(pod("Running", "True"))
                .editMetadata()
                .withUid("87654321-9abc-def0-1234-56789abcdef0")
                .endMetadata()
                .build();

        assertThat(Candidates.of(again).holder()).isEqualTo(HolderId.of("web-0-87654321"));
    }

    @Test
    void a_name_of_191_characters_makes_a_holder_id_that_just_fits() {
        var longest = named("a".repeat(191));

        assertThat(Candidates.canBe(longest)).isTrue();
        assertThat(Candidates.of(longest).holder().value()).hasSize(HolderId.MAX_LENGTH);
    }

    @Test
    void a_name_of_192_characters_is_no_candidate() {
        assertThat(Candidates.canBe(named("a".repeat(192)))).isFalse();
    }

    private static Pod named(String name) {
        return new PodBuilder(pod("Running", "True"))
                .editMetadata()
                .withName(name)
                .endMetadata()
                .build();
    }

    private static Pod pod(String phase, String ready) {
        return new PodBuilder()
                .withNewMetadata()
                .withName("web-0")
                .withUid(UID)
                .withCreationTimestamp(START.toString())
                .endMetadata()
                .withNewStatus()
                .withPhase(phase.isEmpty() ? null : phase)
                .addNewCondition()
                .withType("Ready")
                .withStatus(ready)
                .withLastTransitionTime(START.plusSeconds(9).toString())
                .endCondition()
                .endStatus()
                .build();
    }
}
