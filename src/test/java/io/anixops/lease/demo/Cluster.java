package io.anixops.lease.demo;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.anixops.lease.InstanceId;
import io.anixops.lease.operator.LeaseOperator;
import io.anixops.lease.operator.MockApi;
import io.anixops.lease.operator.OperatorOptions;
import io.anixops.lease.operator.SharedLeases;
import io.anixops.lease.operator.api.DatabaseLease;
import io.anixops.lease.operator.api.DatabaseLeaseStatus;
import io.anixops.lease.postgres.PostgresLeaseStore;
import io.anixops.lease.postgres.TableName;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import javax.sql.DataSource;

/** One cluster: an API server, the operator on the database that it is given, and the pods that the story makes. */
final class Cluster implements AutoCloseable {
    private final MockApi api = new MockApi();
    private final LabelWatch labels = new LabelWatch(api.client(), MockApi.NAMESPACE);
    private final String name;
    private final HikariDataSource pool;
    private final LeaseOperator operator;

    Cluster(String name, DataSource database) {
        this.name = name;
        pool = pool(database);
        var store = new PostgresLeaseStore(pool, pool, database, TableName.DEFAULT);
        var options = new OperatorOptions(
                Set.of(),
                InstanceId.create(),
                name,
                50,
                500,
                Duration.ofMinutes(5),
                null,
                true,
                SharedLeases.NONE,
                true);
        operator = new LeaseOperator(
                api.client(), store, options, new SimpleMeterRegistry(), InstantSource.system(), System::nanoTime);
        operator.start();
    }

    void pod(String pod) {
        api.readyPod(pod);
    }

    void delete(String pod) {
        api.delete(pod);
    }

    void setReady(String pod, boolean ready) {
        api.setReady(pod, ready);
    }

    void apply(String lease, long ttlSeconds) {
        api.apply(lease, ttlSeconds);
    }

    void suspend(String lease, boolean suspended) {
        api.client()
                .resource(api.lease(lease))
                .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"spec\":{\"suspend\":%s}}".formatted(suspended));
    }

    void remove(String lease) {
        api.client().resource(api.lease(lease)).delete();
    }

    /** The pod that bears the label; empty when none does. */
    String leader(String lease) {
        return String.join(",", api.labelled(lease));
    }

    void awaitLeader(String lease) {
        awaitLeaderOtherThan(lease, "");
    }

    void awaitLeaderOtherThan(String lease, String former) {
        World.within("another pod leads, and the status says so", () -> {
            var leader = leader(lease);
            return api.labelled(lease).size() == 1 && !leader.equals(former) && leader.equals(shownLeader(lease));
        });
    }

    /** Nobody leads here, and the status says why. */
    void awaitNoLeader(String lease, String reason) {
        World.within(
                "no pod has the label, and the status says " + reason,
                () -> leader(lease).isEmpty() && reasonOfReady(lease).equals(reason));
    }

    /** Whom the status names; empty when it names nobody. */
    String shownLeader(String lease) {
        return status(lease).map(DatabaseLeaseStatus::leader).orElse("");
    }

    /** When the last pod lost the label. */
    Instant labelOffAt(String lease) {
        return labels.offSince(lease).orElseThrow();
    }

    int mostLabelledAtOnce(String lease) {
        return labels.mostAtOnce(lease);
    }

    boolean tokensRose(String lease) {
        return labels.tokensRose(lease);
    }

    /** What {@code kubectl get databaseleases} would print. */
    String table() {
        return LeaseTable.of(
                api.client()
                        .resources(DatabaseLease.class)
                        .inNamespace(MockApi.NAMESPACE)
                        .list()
                        .getItems(),
                Instant.now());
    }

    /** The same as of one of several clusters. */
    String namedTable() {
        return "$ kubectl --context=%s get databaseleases%n%s".formatted(name, table());
    }

    @Override
    public void close() {
        operator.close();
        labels.close();
        pool.close();
        api.close();
    }

    private String reasonOfReady(String lease) {
        return status(lease).stream()
                .flatMap(status -> status.conditions().stream())
                .filter(condition -> condition.getType().equals("Ready"))
                .map(condition -> Objects.requireNonNull(condition.getReason()))
                .findFirst()
                .orElse("");
    }

    private Optional<DatabaseLeaseStatus> status(String lease) {
        return Optional.ofNullable(api.lease(lease)).map(DatabaseLease::getStatus);
    }

    private static HikariDataSource pool(DataSource database) {
        var config = new HikariConfig();
        config.setDataSource(database);
        config.setMaximumPoolSize(4);
        config.setMinimumIdle(0);
        config.setConnectionTimeout(1_000);
        config.setValidationTimeout(250);
        return new HikariDataSource(config);
    }
}
