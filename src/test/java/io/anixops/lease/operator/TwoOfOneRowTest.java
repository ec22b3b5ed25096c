package io.anixops.lease.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.anixops.lease.operator.api.DatabaseLease;
import io.anixops.lease.operator.api.DatabaseLeaseSpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Two resources that mean the same row: one has it, and the other does nothing. */
class TwoOfOneRowTest {
    private final OperatorRig rig = new OperatorRig();

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void the_older_has_the_row_and_the_other_can_take_nothing_from_it_until_it_is_gone() {
        rig.start();
        rig.leads(30, "control-a", "control-b");
        var term = rig.row().token();

        var second = rig.api.client().resource(another()).create();
        OperatorRig.eventually(
                () -> assertThat(rig.condition("jobs-too", "Ready").getReason()).isEqualTo("Conflict"));
        rig.api.client().resource(second).delete();
        rig.api.client().resource(another()).create();
        OperatorRig.eventually(
                () -> assertThat(rig.condition("jobs-too", "Ready").getReason()).isEqualTo("Conflict"));
        assertThat(rig.row().token()).isEqualTo(term);
        assertThat(rig.api.labelled("jobs-too")).isEmpty();
        rig.labelledAre("control-a");

        rig.api.client().resource(rig.api.lease("jobs")).delete();
        OperatorRig.eventually(() -> assertThat(rig.api.labelled("jobs-too")).containsExactly("control-a"));
        OperatorRig.eventually(() -> assertThat(rig.api.labelled("jobs")).isEmpty());
        assertThat(rig.row().token()).isGreaterThan(term);
    }

    private static DatabaseLease another() {
        var lease = MockApi.lease("jobs-too", 30);
        var spec = lease.getSpec();
        lease.setSpec(new DatabaseLeaseSpec(
                "jobs", spec.scope(), spec.ttlSeconds(), spec.electedBy(), spec.selector(), spec.suspend()));
        return lease;
    }
}
