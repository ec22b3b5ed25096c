package io.anixops.lease.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.anixops.lease.HolderId;
import io.anixops.lease.InMemoryLeaseStore;
import io.anixops.lease.Lease;
import io.anixops.lease.LeaseName;
import io.anixops.lease.LeaseStore;
import io.anixops.lease.operator.api.DatabaseLease;
import io.anixops.lease.operator.api.DatabaseLeaseSpec;
import io.anixops.lease.operator.api.DatabaseLeaseStatus;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.awaitility.core.ThrowingRunnable;
import org.jspecify.annotations.Nullable;

/** Whole operators on an API server and a store in memory, with what tests do to them and read of them. */
final class OperatorRig implements AutoCloseable {
    static final LeaseName ROW = LeaseName.of("control/jobs");

    final InMemoryLeaseStore store = new InMemoryLeaseStore();
    final MockApi api = new MockApi();
    /** Of the operator that was started last. */
    MeterRegistry registry = new SimpleMeterRegistry();

    private final Deque<LeaseOperator> operators = new ArrayDeque<>();
    private int instances;

    static OperatorOptions options(Set<String> namespaces, HolderId instance, @Nullable String cluster) {
        return new OperatorOptions(
                namespaces, instance, cluster, 50, 500, Duration.ofMinutes(5), null, true, SharedLeases.NONE, true);
    }

    LeaseOperator start() {
        return start(store, Set.of());
    }

    /** One whose administrator permits these shared leases. */
    LeaseOperator startSharing(String permissions) {
        var instance = HolderId.of("operator-" + ++instances);
        return start(
                store,
                new OperatorOptions(
                        Set.of(),
                        instance,
                        "east",
                        50,
                        500,
                        Duration.ofMinutes(5),
                        null,
                        true,
                        SharedLeases.of(permissions),
                        true));
    }

    LeaseOperator start(LeaseStore itsStore, Set<String> namespaces) {
        var instance = HolderId.of("operator-" + ++instances);
        return start(itsStore, options(namespaces, instance, "east"));
    }

    /** One that may refresh no more statuses than that. */
    LeaseOperator startWithBudget(int statusWritesPerSecond) {
        return startWithBudgets(statusWritesPerSecond, 500);
    }

    LeaseOperator startWithBudgets(int statusWritesPerSecond, int apiRequestsPerSecond) {
        var instance = HolderId.of("operator-" + ++instances);
        return start(
                store,
                new OperatorOptions(
                        Set.of(),
                        instance,
                        "east",
                        statusWritesPerSecond,
                        apiRequestsPerSecond,
                        Duration.ofMinutes(5),
                        null,
                        true,
                        SharedLeases.NONE,
                        true));
    }

    private LeaseOperator start(LeaseStore itsStore, OperatorOptions options) {
        registry = new SimpleMeterRegistry();
        var operator =
                new LeaseOperator(api.client(), itsStore, options, registry, InstantSource.system(), System::nanoTime);
        operators.push(operator);
        operator.start();
        return operator;
    }

    /** One that works only while the API server confirms that it is the active one of several. */
    LeaseOperator startReplica() {
        var operator = new LeaseOperator(
                api.client(),
                store,
                new OperatorOptions(
                        Set.of(),
                        HolderId.of("operator-" + ++instances),
                        "east",
                        50,
                        500,
                        Duration.ofMinutes(5),
                        MockApi.NAMESPACE,
                        true,
                        SharedLeases.NONE,
                        true),
                new SimpleMeterRegistry(),
                InstantSource.system(),
                System::nanoTime);
        operators.push(operator);
        operator.start();
        return operator;
    }

    void stop(LeaseOperator operator) {
        operators.remove(operator);
        operator.close();
    }

    /** A lease of that ttl which the first of the pods leads. */
    void leads(long ttlSeconds, String first, String... others) {
        api.pod(first, true, Instant.now().minusSeconds(60));
        List.of(others).forEach(api::readyPod);
        api.apply("jobs", ttlSeconds);
        eventually(() -> labelledAre(first));
        eventually(() -> readyIs("True", "LeaderHere"));
    }

    void labelledAre(String... pods) {
        assertThat(api.labelled("jobs")).containsExactly(pods);
    }

    void readyIs(String status, String reason) {
        assertThat(condition("jobs", "Ready").getStatus() + " "
                        + condition("jobs", "Ready").getReason())
                .isEqualTo(status + " " + reason);
    }

    void edit(String lease, UnaryOperator<DatabaseLeaseSpec> change) {
        api.client()
                .resources(DatabaseLease.class)
                .inNamespace(MockApi.NAMESPACE)
                .withName(lease)
                .edit(resource -> {
                    resource.setSpec(change.apply(resource.getSpec()));
                    return resource;
                });
    }

    /** Asks the leader to step down, by the annotation. */
    void askToStepDown(String value) {
        api.client()
                .resources(DatabaseLease.class)
                .inNamespace(MockApi.NAMESPACE)
                .withName("jobs")
                .edit(lease -> {
                    lease.getMetadata().setAnnotations(Map.of(StepDown.ANNOTATION, value));
                    return lease;
                });
    }

    static UnaryOperator<DatabaseLeaseSpec> ttl(long seconds) {
        return spec -> new DatabaseLeaseSpec(
                spec.leaseName(), spec.scope(), seconds, spec.electedBy(), spec.selector(), spec.suspend());
    }

    static UnaryOperator<DatabaseLeaseSpec> selector(LabelSelector selector) {
        return spec -> new DatabaseLeaseSpec(
                spec.leaseName(), spec.scope(), spec.ttlSeconds(), spec.electedBy(), selector, spec.suspend());
    }

    static UnaryOperator<DatabaseLeaseSpec> suspend(boolean suspend) {
        return spec -> new DatabaseLeaseSpec(
                spec.leaseName(), spec.scope(), spec.ttlSeconds(), spec.electedBy(), spec.selector(), suspend);
    }

    static UnaryOperator<DatabaseLeaseSpec> electedBy(String mode) {
        return spec -> new DatabaseLeaseSpec(
                spec.leaseName(), spec.scope(), spec.ttlSeconds(), mode, spec.selector(), spec.suspend());
    }

    Lease row() {
        return Optional.ofNullable(store.find(List.of(ROW)).get(ROW)).orElseThrow();
    }

    DatabaseLeaseStatus status(String lease) {
        return Optional.ofNullable(api.lease(lease).getStatus()).orElseGet(DatabaseLeaseStatus::empty);
    }

    Condition condition(String lease, String type) {
        return Conditions.find(status(lease).conditions(), type).orElseThrow();
    }

    static void eventually(ThrowingRunnable assertion) {
        await().pollInterval(Duration.ofMillis(50))
                .atMost(Duration.ofSeconds(30))
                .ignoreExceptions()
                .untilAsserted(assertion);
    }

    /** Not only now but for a while. */
    static void forAWhile(Duration time, ThrowingRunnable assertion) {
        await().pollInterval(Duration.ofMillis(20))
                .during(time)
                .atMost(time.plusSeconds(30))
                .untilAsserted(assertion);
    }

    @Override
    public void close() {
        store.comeBack();
        operators.forEach(LeaseOperator::close);
        api.close();
    }
}
