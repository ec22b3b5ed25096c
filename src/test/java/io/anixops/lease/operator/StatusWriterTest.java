package io.anixops.lease.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.anixops.lease.operator.api.DatabaseLease;
import io.anixops.lease.operator.api.DatabaseLeaseStatus;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A status is written onto the version that it was decided on, whole, or not at all. */
class StatusWriterTest {
    private final MockApi api = new MockApi();
    private final StatusWriter writer = new StatusWriter(api.client(), new RequestPace(500, System::nanoTime));

    @AfterEach
    void close() {
        api.close();
    }

    @Test
    void what_is_not_known_any_more_is_gone_from_the_api_server() {
        api.apply("jobs");
        assertThat(writer.write(api.lease("jobs"), status("control-a", "2026-11-30T20:06:42Z")))
                .isTrue();
        assertThat(api.lease("jobs").getStatus().holder()).isEqualTo("control-a");

        assertThat(writer.write(api.lease("jobs"), status(null, null))).isTrue();

        assertThat(raw("jobs")).doesNotContainKeys("holder", "leader", "expiresAt");
    }

    @Test
    void a_resource_that_changed_since_it_was_read_is_told_and_nothing_is_lost() {
        api.apply("jobs");
        for (var round = 1; round <= 50; round++) {
            var read = api.lease("jobs");
            touch("jobs", round);
            var holder = "control-" + round;

            assertThat(writer.write(read, status(holder, null)))
                    .as("onto an old version")
                    .isFalse();
            assertThat(writer.write(api.lease("jobs"), status(holder, null)))
                    .as("decided again")
                    .isTrue();

            assertThat(api.lease("jobs").getStatus().holder()).isEqualTo(holder);
            assertThat(api.lease("jobs").getMetadata().getLabels()).containsEntry("round", "" + round);
        }
    }

    @Test
    void a_resource_that_is_gone_is_told_and_not_made_again() {
        api.apply("jobs");
        var read = api.lease("jobs");
        api.client().resource(read).delete();

        assertThat(writer.write(read, status("control-a", null))).isFalse();
        assertThat(api.client().resource(read).get()).isNull();
    }

    private void touch(String name, int round) {
        api.client()
                .resources(DatabaseLease.class)
                .inNamespace(MockApi.NAMESPACE)
                .withName(name)
                .edit(lease -> {
                    lease.getMetadata().setLabels(Map.of("round", "" + round));
                    return lease;
                });
    }

    @SuppressWarnings("unchecked")
    private Map<String, Object> raw(String name) {
        return (Map<String, Object>) api.client()
                .genericKubernetesResources("lease.anixops.io/v1", "DatabaseLease")
                .inNamespace(MockApi.NAMESPACE)
                .withName(name)
                .get()
                .getAdditionalProperties()
                .get("status");
    }

    private static DatabaseLeaseStatus status(String holder, String expiresAt) {
        return new DatabaseLeaseStatus(
                "control/jobs", holder, holder, null, null, null, null, expiresAt, null, null, 1L, List.of());
    }
}
