package io.anixops.lease.operator;

import static io.anixops.lease.operator.OperatorRig.ROW;
import static io.anixops.lease.operator.OperatorRig.eventually;
import static io.anixops.lease.operator.OperatorRig.forAWhile;
import static io.anixops.lease.operator.OperatorRig.suspend;
import static org.assertj.core.api.Assertions.assertThat;

import io.anixops.lease.LeaseName;
import io.anixops.lease.operator.api.DatabaseLease;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What an operator serves and what it leaves alone, over its starts, and beside another. */
class LeaseOperatorScopeTest {
    private final OperatorRig rig = new OperatorRig();

    @AfterEach
    void stop() {
        rig.close();
    }

    @Test
    void a_namespace_that_it_does_not_serve_is_not_touched() {
        rig.start(rig.store, Set.of(MockApi.NAMESPACE));
        inNamespace("foreign");
        rig.leads(5, "control-a");

        forAWhile(
                Duration.ofSeconds(2),
                () -> assertThat(Keys.labels(foreignPod())).containsOnlyKeys("app"));
        assertThat(rig.store.find(List.of(LeaseName.of("foreign/jobs")))).isEmpty();
        assertThat(rig.api.traffic().writes())
                .filteredOn(request -> request.isFor("/namespaces/foreign/"))
                .allMatch(request -> request.method().equals("POST")); // the test's own
    }

    @Test
    void two_operators_that_are_active_by_accident_never_label_two_pods_and_one_that_is_left_settles() {
        try (var judge = new LabelJudge(rig.api.client(), MockApi.NAMESPACE, "jobs")) {
            var first = rig.start();
            rig.leads(5, "control-a", "control-b");
            rig.start(rig.store.anotherLine(), Set.of());

            for (var second = 0; second < 6; second++) {
                rig.store.advance(Duration.ofMillis(900));
                forAWhile(
                        Duration.ofMillis(900),
                        () -> assertThat(rig.api.labelled("jobs")).hasSizeLessThan(2));
            }
            rig.api.delete("control-a");
            eventually(() -> rig.labelledAre("control-b"));
            rig.stop(first);

            eventually(() -> rig.labelledAre("control-b"));
            eventually(() -> rig.readyIs("True", "LeaderHere"));
            forAWhile(Duration.ofSeconds(3), () -> rig.labelledAre("control-b"));
            assertThat(rig.status("jobs").token()).isEqualTo(rig.row().token());
            assertThat(judge.tooMany()).isEmpty();
        }
    }

    @Test
    void two_operators_that_are_active_by_accident_leave_leadership_with_the_pod() {
        rig.start();
        rig.leads(5, "control-a", "control-b");
        var holder = rig.row().holder();
        rig.start(rig.store.anotherLine(), Set.of());

        forAWhile(Duration.ofSeconds(5), () -> assertThat(rig.row().holder()).isEqualTo(holder));
    }

    @Test
    void a_lease_that_was_suspended_while_no_operator_ran_is_released_at_the_next_start() {
        var first = rig.start();
        rig.leads(600, "control-a");
        rig.stop(first);
        rig.edit("jobs", suspend(true));

        rig.start();

        eventually(() -> rig.readyIs("False", "Suspended"));
        rig.labelledAre();
        assertThat(rig.row().isFree()).isTrue();
    }

    @Test
    void a_leader_that_went_while_no_operator_ran_is_followed_at_the_next_start_without_a_wait() {
        var first = rig.start();
        rig.leads(600, "control-a");
        rig.stop(first);
        rig.api.delete("control-a");
        rig.api.pod("control-b", true, Instant.now());

        rig.start();

        eventually(() -> rig.labelledAre("control-b"));
    }

    @Test
    void a_leader_that_went_with_all_others_while_no_operator_ran_leaves_a_free_lease_at_the_next_start() {
        var first = rig.start();
        rig.leads(600, "control-a");
        rig.stop(first);
        rig.api.delete("control-a");

        rig.start();

        eventually(() -> rig.readyIs("False", "NoCandidate"));
        assertThat(rig.row().isFree()).isTrue();
    }

    @Test
    void keys_of_a_resource_that_was_deleted_while_no_operator_ran_are_stripped_at_the_next_start() {
        var first = rig.start();
        rig.leads(600, "control-a");
        rig.stop(first);
        rig.api
                .client()
                .resources(DatabaseLease.class)
                .inNamespace(MockApi.NAMESPACE)
                .withName("jobs")
                .delete();

        rig.start();

        eventually(() -> assertThat(Keys.labels(rig.api.read("control-a"))).containsOnlyKeys("app"));
        assertThat(Keys.annotations(rig.api.read("control-a"))).isEmpty();
    }

    @Test
    void a_restart_moves_no_leadership_and_begins_no_term() {
        var first = rig.start();
        rig.leads(600, "control-b", "control-a");
        var token = rig.row().token();
        rig.stop(first);

        rig.start();

        eventually(() -> assertThat(rig.row().renewer()).isEqualTo("operator-2"));
        rig.labelledAre("control-b");
        assertThat(rig.store.find(List.of(ROW)).get(ROW).token()).isEqualTo(token);
        assertThat(rig.status("jobs").transitions()).isEqualTo(1);
    }

    @Test
    void a_term_that_a_process_here_holds_by_itself_is_neither_moved_nor_released() {
        rig.api.readyPod("control-a");
        rig.api.readyPod("control-b");
        ProcessInPod.in(rig.store, rig.api.read("control-a"), Duration.ofSeconds(600))
                .take();
        var row = rig.row();
        rig.start();
        rig.api.apply("jobs", 600);
        eventually(() -> rig.readyIs("False", "HolderUnknown"));

        rig.edit("jobs", suspend(true));

        eventually(() -> rig.readyIs("False", "Suspended"));
        assertThat(rig.row().token()).isEqualTo(row.token());
        assertThat(rig.row().expiresAt()).isEqualTo(row.expiresAt());
    }

    private void inNamespace(String namespace) {
        rig.api
                .client()
                .resource(new PodBuilder()
                        .withNewMetadata()
                        .withName("control-a")
                        .withNamespace(namespace)
                        .withLabels(Map.of("app", "control"))
                        .endMetadata()
                        .withNewStatus()
                        .withPhase("Running")
                        .addNewCondition()
                        .withType("Ready")
                        .withStatus("True")
                        .endCondition()
                        .endStatus()
                        .build())
                .create();
        var lease = MockApi.lease("jobs", 5);
        lease.getMetadata().setNamespace(namespace);
        rig.api.client().resource(lease).create();
    }

    private Pod foreignPod() {
        return rig.api
                .client()
                .pods()
                .inNamespace("foreign")
                .withName("control-a")
                .get();
    }
}
