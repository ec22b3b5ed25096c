package io.anixops.lease.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.anixops.lease.house.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A leader that is asked to step down, as the guide says, and rows that are shared between namespaces. */
class StepDownE2E {
    private static Stage stage;

    private Scene scene;

    @BeforeAll
    static void open() {
        stage = Stage.open();
    }

    @AfterAll
    static void close() {
        stage.close();
    }

    @BeforeEach
    void watchFromTheBeginning() {
        scene = stage.scene("shared");
    }

    @AfterEach
    void nothingWasViolated() {
        try {
            scene.end();
        } finally {
            stage.endOperators();
        }
    }

    @Test
    void a_leader_steps_down_once_for_each_value_of_the_annotation() {
        stage.operator();
        scene.watchLease("singleton-workers");
        scene.deployment(2).lease(30);
        var first = scene.awaitLeader();

        var next = scene.move(Event.LEADER_STEPS_DOWN, leader -> scene.kubectl(annotateAsInTheGuide()));

        assertThat(next).isNotEqualTo(first);
        Eventually.until(
                "it is told",
                () -> scene.kubectl("describe", "databaselease", "singleton-workers")
                        .contains("pod %s was asked to step down, and pod %s leads"
                                .formatted(first.name(), next.name())));
        assertThat(scene.status().stepDown()).isEqualTo("before-maintenance");
        assertThat(scene.leaders()).containsExactly(first, next);
        scene.assertTheRowWasNeverFree();
    }

    @Test
    void a_shared_row_is_led_while_it_is_permitted_and_given_up_when_the_permission_is_taken_back() {
        var permitting = stage.operator("--shared-leases=shared-*=workers.*");
        scene.deployment(1);
        scene.apply(Manifests.databaseLease(scene.namespace(), "main", Scene.APP, 30)
                .replace("spec:", "spec:\n  scope: Shared\n  leaseName: workers.eu"));
        scene.awaitReason("True", "LeaderHere");
        assertThat(row().isHeld()).isTrue();
        permitting.terminate();

        stage.operator("--shared-leases=shared-*=others");

        scene.awaitReason("False", "NotPermitted");
        Eventually.until("the row is free", () -> !row().isHeld());
        assertThat(scene.labelled()).isEmpty();
        assertThat(scene.status().holder()).isNull();
    }

    private static RowNow row() {
        return RowNow.read(stage.database().dataSource(), "workers.eu");
    }

    private static String[] annotateAsInTheGuide() {
        var command = Document.read("docs/guide.md").blocks().stream()
                .filter(block -> block.proof().equals("run by: StepDownE2E"))
                .flatMap(block -> block.commands().stream())
                .findFirst()
                .orElseThrow();
        return command.replaceFirst("^kubectl ", "").split(" ");
    }
}
