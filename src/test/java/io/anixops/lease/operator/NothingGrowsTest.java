package io.anixops.lease.operator;

import static io.anixops.lease.operator.OperatorRig.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.anixops.lease.operator.api.DatabaseLease;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is remembered of leases goes with them, whatever they and this replica went through. */
class NothingGrowsTest {
    private static final int LEASES = 10;
    private static final int CYCLES = 2;

    private final OperatorRig rig = new OperatorRig();
    private final List<String> names =
            IntStream.range(0, LEASES).mapToObj(i -> "lease-" + i).toList();

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void nothing_is_left_of_leases_that_came_led_moved_and_went() {
        var operator = rig.start();
        rig.api.readyPod("a");
        rig.api.readyPod("b");
        for (var cycle = 0; cycle < CYCLES; cycle++) {
            names.forEach(rig.api::apply);
            eventually(() -> assertThat(led()).isEqualTo(LEASES));
            rig.api.setReady("a", false); // every one has its leader on b, or moves there
            eventually(() -> assertThat(operator.memories().sizes()).containsEntry("series", LEASES));

            names.forEach(this::delete);

            eventually(() -> assertThat(operator.memories().sizes().values()).containsOnly(0));
            rig.api.setReady("a", true);
        }
        eventually(() -> assertThat(operator.memories().sizes())
                .containsOnlyKeys(
                        "graces",
                        "holdings",
                        "passed",
                        "refreshes",
                        "releases",
                        "removals under way",
                        "series",
                        "sightings"));
    }

    @Test
    void nothing_is_left_of_a_lease_whose_leader_was_in_its_grace_when_another_replica_took_over() {
        var operator = rig.startReplica();
        rig.leads(30, "a");
        rig.api.setReady("a", false);
        eventually(() -> assertThat(operator.memories().sizes()).containsEntry("graces", 1));

        letAnotherReplicaWork();

        eventually(() -> assertThat(operator.memories().sizes()).containsEntry("graces", 0));
    }

    @Test
    void a_replica_that_works_no_more_tells_nothing_of_single_leases() {
        var operator = rig.startReplica();
        rig.leads(30, "a");
        assertThat(operator.memories().sizes()).containsEntry("series", 1);

        letAnotherReplicaWork();

        eventually(() -> assertThat(operator.memories().sizes()).containsEntry("series", 0));
    }

    private void letAnotherReplicaWork() {
        var now = ZonedDateTime.now(ZoneOffset.UTC);
        rig.api
                .client()
                .leases()
                .inNamespace(MockApi.NAMESPACE)
                .withName(ReplicaElection.LEASE)
                .edit(lease -> {
                    lease.getSpec().setHolderIdentity("another");
                    lease.getSpec().setRenewTime(now.plusHours(1));
                    return lease;
                });
    }

    private long led() {
        return names.stream().filter(name -> rig.api.labelled(name).size() == 1).count();
    }

    private void delete(String name) {
        rig.api
                .client()
                .resources(DatabaseLease.class)
                .inNamespace(MockApi.NAMESPACE)
                .withName(name)
                .delete();
    }
}
