package io.anixops.lease.operator;

import static io.anixops.lease.operator.OperatorRig.eventually;
import static io.anixops.lease.operator.OperatorRig.forAWhile;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A leader that is asked to step down, by an annotation. */
class LeaseOperatorStepDownTest {
    private final OperatorRig rig = new OperatorRig();

    @AfterEach
    void stop() {
        rig.close();
    }

    @Test
    void each_new_value_moves_leadership_once() {
        rig.start();
        rig.leads(30, "control-a", "control-b");
        var token = rig.row().token();

        rig.askToStepDown("monday");
        eventually(() -> rig.labelledAre("control-b"));
        eventually(() -> assertThat(rig.status("jobs").stepDown()).isEqualTo("monday"));
        assertThat(rig.row().token()).isGreaterThan(token);
        forAWhile(Duration.ofSeconds(1), () -> rig.labelledAre("control-b"));

        rig.askToStepDown("tuesday");
        eventually(() -> rig.labelledAre("control-a"));
        assertThat(rig.status("jobs").transitions()).isEqualTo(3);
        eventually(() -> assertThat(told())
                .containsExactlyInAnyOrder(
                        "pod control-a was asked to step down, and pod control-b leads, with token " + (token + 1),
                        "pod control-b was asked to step down, and pod control-a leads, with token " + (token + 2)));
    }

    @Test
    void without_another_candidate_nothing_moves_and_it_is_told() {
        rig.start();
        rig.leads(30, "control-a");
        var token = rig.row().token();

        rig.askToStepDown("now");

        eventually(() -> assertThat(told())
                .containsExactly("pod control-a was asked to step down and goes on: no other candidate is Ready"));
        assertThat(rig.row().token()).isEqualTo(token);

        rig.api.readyPod("control-b");
        forAWhile(Duration.ofSeconds(1), () -> rig.labelledAre("control-a"));
    }

    @Test
    void a_resource_that_is_made_with_the_annotation_keeps_its_first_leader() {
        rig.start();
        rig.api.readyPod("control-a");
        rig.api.readyPod("control-b");
        var lease = MockApi.lease("jobs", 30);
        lease.getMetadata().setAnnotations(Map.of(StepDown.ANNOTATION, "old"));
        rig.api.client().resource(lease).create();
        eventually(() -> rig.readyIs("True", "LeaderHere"));

        forAWhile(
                Duration.ofSeconds(1),
                () -> assertThat(rig.status("jobs").transitions()).isEqualTo(1));
        assertThat(told()).isEmpty();
    }

    @Test
    void a_request_that_was_not_seen_to_is_seen_to_by_the_next_operator() {
        var first = rig.start();
        rig.leads(30, "control-a", "control-b");
        rig.stop(first);
        rig.askToStepDown("now");

        rig.start();

        eventually(() -> rig.labelledAre("control-b"));
        eventually(() -> assertThat(rig.status("jobs").stepDown()).isEqualTo("now"));
        forAWhile(Duration.ofSeconds(1), () -> rig.labelledAre("control-b"));
    }

    @Test
    void a_silent_database_costs_the_leader_nothing_and_the_request_waits() {
        rig.start();
        rig.leads(30, "control-a", "control-b");
        rig.store.goDown();

        rig.askToStepDown("now");
        forAWhile(Duration.ofSeconds(1), () -> rig.labelledAre("control-a"));
        rig.store.comeBack();

        eventually(() -> rig.labelledAre("control-b"));
    }

    private List<String> told() {
        return rig.api.client().events().v1().events().inNamespace(MockApi.NAMESPACE).list().getItems().stream()
                .filter(event -> event.getReason().equals("SteppedDown"))
                .map(event -> event.getNote())
                .toList();
    }
}
