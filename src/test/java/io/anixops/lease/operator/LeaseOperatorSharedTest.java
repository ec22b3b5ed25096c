package io.anixops.lease.operator;

import static io.anixops.lease.operator.OperatorRig.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.anixops.lease.LeaseName;
import io.anixops.lease.operator.api.DatabaseLease;
import io.anixops.lease.operator.api.DatabaseLeaseSpec;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Rows that are no namespace's own, and who may have them. */
class LeaseOperatorSharedTest {
    private static final LeaseName ROW = LeaseName.of("jobs");

    private final OperatorRig rig = new OperatorRig();

    @AfterEach
    void stop() {
        rig.close();
    }

    @Test
    void a_permitted_namespace_leads_the_row_of_exactly_that_name() {
        rig.startSharing("control=jobs");
        rig.api.readyPod("control-a");
        rig.api.client().resource(shared(MockApi.NAMESPACE)).create();

        eventually(() -> rig.readyIs("True", "LeaderHere"));
        rig.labelledAre("control-a");
        assertThat(rig.status("jobs").leaseName()).isEqualTo("jobs");
        assertThat(rig.store.find(List.of(ROW)).get(ROW).holder()).startsWith("control-a-");
    }

    @Test
    void another_namespace_is_told_nothing_about_the_row() {
        rig.startSharing("elsewhere=jobs,control=job");
        rig.api.readyPod("control-a");
        rig.api.client().resource(shared(MockApi.NAMESPACE)).create();

        eventually(() -> rig.readyIs("False", "NotPermitted"));
        assertThat(rig.status("jobs").leaseName()).isNull();
        assertThat(rig.status("jobs").holder()).isNull();
        assertThat(rig.store.find(List.of(ROW))).isEmpty();
    }

    @Test
    void a_permission_that_is_taken_back_takes_the_label_and_the_lease() {
        var first = rig.startSharing("control=jobs");
        rig.api.readyPod("control-a");
        rig.api.client().resource(shared(MockApi.NAMESPACE)).create();
        eventually(() -> rig.readyIs("True", "LeaderHere"));
        rig.stop(first);

        rig.startSharing("control=other");

        eventually(() -> rig.readyIs("False", "NotPermitted"));
        eventually(() -> assertThat(rig.api.labelled("jobs")).isEmpty());
        eventually(
                () -> assertThat(rig.store.find(List.of(ROW)).get(ROW).isFree()).isTrue());
        assertThat(rig.status("jobs").holder()).isNull();
    }

    @Test
    void of_two_namespaces_the_older_resource_has_the_row_and_the_other_does_not_learn_whose_it_is() {
        rig.startSharing("*=jobs");
        rig.api.pod("control-a", true, Instant.now());
        rig.api.client().resource(shared("another")).create();
        eventually(() -> assertThat(rig.api
                        .client()
                        .resources(DatabaseLease.class)
                        .inNamespace("another")
                        .withName("jobs")
                        .get()
                        .getStatus())
                .isNotNull());
        var younger = shared(MockApi.NAMESPACE);
        younger.getMetadata().setName("same");
        younger.getMetadata().setCreationTimestamp(Instant.now().plusSeconds(10).toString());
        rig.api.client().resource(younger).create();

        eventually(() -> assertThat(rig.condition("same", "Ready").getMessage())
                .isEqualTo("a DatabaseLease of another namespace is older, and has the same row"));
    }

    private static DatabaseLease shared(String namespace) {
        var lease = MockApi.lease("jobs", 30);
        lease.getMetadata().setNamespace(namespace);
        lease.setSpec(new DatabaseLeaseSpec(
                "jobs", "Shared", 30L, null, lease.getSpec().selector(), null));
        return lease;
    }
}
