package io.anixops.lease.operator;

import static io.anixops.lease.operator.MockApi.NAMESPACE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.anixops.lease.HolderId;
import io.anixops.lease.InMemoryLeaseStore;
import io.anixops.lease.Lease;
import io.anixops.lease.LeaseName;
import io.anixops.lease.operator.api.DatabaseLease;
import io.fabric8.kubernetes.api.model.Condition;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The whole operator, on an API server and a store in memory. */
class LeaseOperatorTest {
    private static final LeaseName ROW = LeaseName.of("control/jobs");

    private final AtomicInteger instances = new AtomicInteger();
    private final InMemoryLeaseStore store = new InMemoryLeaseStore();
    private final MockApi api = new MockApi();
    private LeaseOperator operator;

    @BeforeEach
    void start() {
        operator = operator();
        operator.start();
    }

    @AfterEach
    void stop() {
        operator.close();
        api.close();
    }

    @Test
    void a_lease_is_held_for_one_ready_pod_which_alone_bears_the_label() {
        api.readyPod("control-a");
        api.readyPod("control-b");

        api.apply("jobs");

        eventually(() -> assertThat(api.labelled("jobs")).hasSize(1));
        var leader = api.labelled("jobs").get(0);
        eventually(() -> assertThat(status("Ready").getStatus()).isEqualTo("True"));
        assertThat(status("Ready").getReason()).isEqualTo("LeaderHere");
        assertThat(lease().getStatus().leader()).isEqualTo(leader);
        assertThat(lease().getStatus().transitions()).isEqualTo(1);
        assertThat(row().holder()).startsWith(leader + "-");
    }

    @Test
    void the_next_pod_has_it_in_a_moment_when_the_leader_is_deleted() {
        leads("control-a", "control-b");

        api.delete("control-a");

        eventually(() -> assertThat(api.labelled("jobs")).containsExactly("control-b"));
        eventually(() -> assertThat(lease().getStatus().leader()).isEqualTo("control-b"));
        assertThat(lease().getStatus().transitions()).isEqualTo(2);
    }

    @Test
    void the_next_pod_has_it_when_the_leader_is_not_ready() {
        leads("control-a", "control-b");

        api.setReady("control-a", false);

        eventually(() -> assertThat(api.labelled("jobs")).containsExactly("control-b"));
    }

    @Test
    void a_leader_that_is_not_ready_keeps_it_while_nobody_else_could_have_it() {
        leads("control-a");

        api.setReady("control-a", false);
        api.pod("control-c", false, Instant.now());

        await().during(Duration.ofSeconds(1))
                .atMost(Duration.ofSeconds(10))
                .untilAsserted(() -> assertThat(api.labelled("jobs")).containsExactly("control-a"));
    }

    @Test
    void nobody_bears_the_label_and_the_lease_is_free_when_every_candidate_is_gone() {
        leads("control-a");

        api.delete("control-a");

        eventually(() -> assertThat(status("Ready").getReason()).isEqualTo("NoCandidate"));
        assertThat(row().isFree()).isTrue();
        assertThat(lease().getStatus().holder()).isNull();
    }

    @Test
    void a_restarted_operator_leaves_leadership_with_the_pod_and_the_term() {
        leads("control-a", "control-b");
        var before = row();
        operator.close();

        operator = operator();
        operator.start();

        eventually(() -> assertThat(row().renewer()).isNotEqualTo(before.renewer()));
        assertThat(row().token()).isEqualTo(before.token());
        assertThat(api.labelled("jobs")).containsExactly("control-a");
    }

    @Test
    void a_deleted_resource_leaves_no_key_on_any_pod_and_a_free_lease() {
        leads("control-a", "control-b");

        api.client().resource(lease()).delete();

        eventually(() -> assertThat(api.labelled("jobs")).isEmpty());
        eventually(() -> assertThat(row().isFree()).isTrue());
        eventually(() ->
                assertThat(api.read("control-a").getMetadata().getLabels()).containsOnlyKeys("app"));
        assertThat(Keys.annotations(api.read("control-a"))).isEmpty();
    }

    @Test
    void a_suspended_lease_is_free_and_nobody_bears_its_label() {
        leads("control-a");

        setSuspend(true);

        eventually(() -> assertThat(status("Ready").getReason()).isEqualTo("Suspended"));
        assertThat(api.labelled("jobs")).isEmpty();
        assertThat(row().isFree()).isTrue();

        setSuspend(false);

        eventually(() -> assertThat(api.labelled("jobs")).containsExactly("control-a"));
    }

    @Test
    void a_label_that_another_hand_put_on_a_pod_is_taken_off() {
        leads("control-a", "control-b");

        api.patchPod(
                "control-b",
                List.of(Map.of(
                        "op", "add", "path", "/metadata/labels/leader.lease.anixops.io~1jobs", "value", "true")));

        eventually(() -> assertThat(api.labelled("jobs")).containsExactly("control-a"));
    }

    @Test
    void a_label_that_another_hand_took_off_comes_back() {
        leads("control-a");

        api.patchPod(
                "control-a", List.of(Map.of("op", "remove", "path", "/metadata/labels/leader.lease.anixops.io~1jobs")));

        eventually(() -> assertThat(api.labelled("jobs")).containsExactly("control-a"));
    }

    @Test
    void a_shared_row_that_is_not_permitted_is_refused_and_not_touched() {
        var lease = MockApi.lease("jobs", 30);
        lease.setSpec(new io.anixops.lease.operator.api.DatabaseLeaseSpec(
                null, "Shared", 30L, null, lease.getSpec().selector(), null));

        api.client().resource(lease).create();

        eventually(() -> assertThat(status("Ready").getReason()).isEqualTo("NotPermitted"));
        assertThat(store.find(List.of(ROW))).isEmpty();
    }

    private void leads(String first, String... others) {
        api.pod(first, true, Instant.now().minusSeconds(60));
        List.of(others).forEach(api::readyPod);
        api.apply("jobs");
        eventually(() -> assertThat(api.labelled("jobs")).containsExactly(first));
        eventually(() -> assertThat(status("Ready").getStatus()).isEqualTo("True"));
    }

    private void setSuspend(boolean suspend) {
        api.client()
                .resources(DatabaseLease.class)
                .inNamespace(NAMESPACE)
                .withName("jobs")
                .edit(lease -> {
                    var spec = lease.getSpec();
                    lease.setSpec(new io.anixops.lease.operator.api.DatabaseLeaseSpec(
                            spec.leaseName(),
                            spec.scope(),
                            spec.ttlSeconds(),
                            spec.electedBy(),
                            spec.selector(),
                            suspend));
                    return lease;
                });
    }

    private LeaseOperator operator() {
        var options = new OperatorOptions(
                Set.of(),
                HolderId.of("operator-" + instances.incrementAndGet()),
                "east",
                50,
                500,
                Duration.ofMinutes(5),
                null,
                true,
                SharedLeases.NONE,
                true);
        return new LeaseOperator(
                api.client(), store, options, new SimpleMeterRegistry(), InstantSource.system(), System::nanoTime);
    }

    private DatabaseLease lease() {
        return api.lease("jobs");
    }

    private Lease row() {
        return store.find(List.of(ROW)).get(ROW);
    }

    private Condition status(String type) {
        Predicate<Condition> isIt = condition -> condition.getType().equals(type);
        return lease().getStatus().conditions().stream()
                .filter(isIt)
                .findFirst()
                .orElseThrow();
    }

    private static void eventually(ThrowingRunnable assertion) {
        await().atMost(Duration.ofSeconds(20)).ignoreExceptions().untilAsserted(assertion);
    }
}
