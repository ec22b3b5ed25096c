package io.anixops.lease.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Names at their limits still make keys and values that the API server takes. */
class LongestNameE2E {
    @Test
    void a_resource_with_the_longest_name_has_its_label_and_one_more_letter_is_refused() {
        try (var stage = Stage.open()) {
            var scene = stage.scene("longest");
            stage.operator();
            var name = "a".repeat(63);
            scene.deployment(2);

            scene.watchLease(name);
            scene.lease(30);
            scene.awaitLeader();
            var refused = stage.plane()
                    .kubectl()
                    .runWith(Manifests.databaseLease(scene.namespace(), name + "a", Scene.APP, 30), "apply", "-f", "-");

            assertThat(scene.labelled()).hasSize(1);
            assertThat(refused.exitCode()).isNotZero();
            assertThat(refused.stderr()).contains("63 characters");
            scene.end();
        }
    }
}
