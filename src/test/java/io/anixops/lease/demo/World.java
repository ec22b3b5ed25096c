package io.anixops.lease.demo;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.anixops.lease.InstanceId;
import io.anixops.lease.Lease;
import io.anixops.lease.LeaseName;
import io.anixops.lease.operator.LeaseOperator;
import io.anixops.lease.operator.MockApi;
import io.anixops.lease.operator.OperatorOptions;
import io.anixops.lease.operator.SharedLeases;
import io.anixops.lease.operator.api.DatabaseLease;
import io.anixops.lease.postgres.LeaseSchema;
import io.anixops.lease.postgres.PostgresLeaseStore;
import io.anixops.lease.postgres.TableName;
import io.anixops.lease.postgres.TestPostgres;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.awaitility.Awaitility;

/** PostgreSQL, API server, pods and the operator between them. */
final class World implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final TestPostgres postgres = TestPostgres.start();
    private final TestPostgres.Database database = postgres.newDatabase();
    private final MockApi api = new MockApi();
    private final LabelWatch labels = new LabelWatch(api.client(), MockApi.NAMESPACE);
    private final HikariDataSource pool = pool(database);
    private final PostgresLeaseStore observer = PostgresLeaseStore.of(database.dataSource(), TableName.DEFAULT);
    private final LeaseOperator operator;

    World() {
        LeaseSchema.ensure(database.dataSource(), TableName.DEFAULT);
        var store = new PostgresLeaseStore(pool, pool, database.dataSource(), TableName.DEFAULT);
        var options = new OperatorOptions(
                Set.of(), InstanceId.create(), null, 50, Duration.ofMinutes(5), null, true, SharedLeases.NONE, true);
        operator = new LeaseOperator(
                api.client(), store, options, new SimpleMeterRegistry(), InstantSource.system(), System::nanoTime);
        operator.start();
    }

    void pod(String name) {
        api.readyPod(name);
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

    void remove(String lease) {
        api.client().resource(api.lease(lease)).delete();
    }

    String leader(String lease) {
        return String.join(",", api.labelled(lease));
    }

    long token(String lease) {
        return row(lease).token();
    }

    void cutConnections() {
        try (var connection = database.dataSource().getConnection();
                var statement = connection.createStatement()) {
            statement.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    + " WHERE datname = current_database() AND pid <> pg_backend_pid()");
        } catch (SQLException failed) {
            throw new IllegalStateException("the connections could not be cut", failed);
        }
    }

    void awaitLeader(String lease) {
        awaitLeaderOtherThan(lease, "");
    }

    void awaitLeaderOtherThan(String lease, String former) {
        within("another pod leads, and the status says so", () -> {
            var leader = leader(lease);
            return api.labelled(lease).size() == 1 && !leader.equals(former) && leader.equals(shownLeader(lease));
        });
    }

    /** That a leader stays cannot be awaited, only watched for a while. */
    void staysFor(Duration time, String lease, String leader) {
        Awaitility.await(leader + " stays the leader")
                .during(time)
                .atMost(time.plus(PATIENCE))
                .until(() -> leader(lease).equals(leader));
    }

    void awaitRenewal(String lease) {
        var before = row(lease).renewedAt();
        within("the lease is renewed", () -> row(lease).renewedAt().isAfter(before));
    }

    void requireTerm(String lease, String leader, long token) {
        require(leader(lease).equals(leader) && token(lease) == token, "the term did not go on");
    }

    void awaitNoLabelAndFreeRow(String lease) {
        within(
                "no pod has the label, and the row is free",
                () -> leader(lease).isEmpty() && row(lease).isFree());
    }

    int mostLabelledAtOnce(String lease) {
        return labels.mostAtOnce(lease);
    }

    boolean tokensRose(String lease) {
        return labels.tokensRose(lease);
    }

    String table(String lease) {
        return LeaseTable.of(
                api.client()
                        .resources(DatabaseLease.class)
                        .inNamespace(MockApi.NAMESPACE)
                        .list()
                        .getItems(),
                Instant.now());
    }

    @Override
    public void close() {
        operator.close();
        labels.close();
        pool.close();
        api.close();
        postgres.close();
    }

    private Lease row(String lease) {
        var name = LeaseName.inNamespace(MockApi.NAMESPACE, lease);
        return observer.find(List.of(name)).get(name);
    }

    private String shownLeader(String lease) {
        var status = api.lease(lease).getStatus();
        return status == null ? "" : status.leader();
    }

    private static void within(String what, BooleanSupplier holds) {
        Awaitility.await(what)
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(5))
                .ignoreExceptions()
                .until(holds::getAsBoolean);
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalStateException(otherwise);
        }
    }

    private static HikariDataSource pool(TestPostgres.Database database) {
        var config = new HikariConfig();
        config.setDataSource(database.dataSource());
        config.setMaximumPoolSize(4);
        config.setMinimumIdle(0);
        config.setConnectionTimeout(1_000);
        return new HikariDataSource(config);
    }
}
