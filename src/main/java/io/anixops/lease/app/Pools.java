package io.anixops.lease.app;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.function.LongSupplier;
import javax.sql.DataSource;

/**
 * The connections of this process: renewals have a pool of their own, so that no other work makes them wait; listening
 * and the schema take connections that are in no pool. At most eleven at a time.
 *
 * <p>No pool keeps idle connections ahead of their use: a pool that tries to would slow its attempts down to one in five
 * seconds during an outage, and be as late at its end.
 */
final class Pools implements AutoCloseable {
    private static final Duration RENEWAL_WAIT = Duration.ofMillis(300); // the shortest TTL has room for two attempts
    private static final Duration WORK_WAIT = Duration.ofSeconds(1);
    private static final Duration VALIDATION = Duration.ofMillis(250);
    private static final Duration LIFETIME = Duration.ofMinutes(30);
    private static final String DDL_SECONDS = "60";

    private final PhysicalConnections connections;
    private final HikariDataSource renewals;
    private final HikariDataSource work;

    private Pools(PhysicalConnections connections, HikariDataSource renewals, HikariDataSource work) {
        this.connections = connections;
        this.renewals = renewals;
        this.work = work;
    }

    /** Connects to nothing yet: a database that is down is no reason not to start. */
    static Pools open(DatabaseSettings settings, MeterRegistry metrics, LongSupplier nanos) {
        var connections = new PhysicalConnections(settings, new LoginBackoff(nanos));
        return new Pools(
                connections,
                pool("renewals", 2, RENEWAL_WAIT, connections, metrics),
                pool("work", 8, WORK_WAIT, connections, metrics));
    }

    DataSource renewals() {
        return renewals;
    }

    DataSource work() {
        return work;
    }

    DataSource listener() {
        return connections;
    }

    /** For the schema, whose statements may wait for locks longer than a renewal ever does. */
    DataSource schema() {
        return connections.with("socketTimeout", DDL_SECONDS);
    }

    @Override
    public void close() {
        renewals.close();
        work.close();
    }

    private static HikariDataSource pool(
            String name, int most, Duration wait, DataSource connections, MeterRegistry metrics) {
        var config = new HikariConfig();
        config.setPoolName(name);
        config.setDataSource(connections);
        config.setMaximumPoolSize(most);
        config.setMinimumIdle(0);
        config.setConnectionTimeout(wait.toMillis());
        config.setValidationTimeout(VALIDATION.toMillis());
        config.setMaxLifetime(LIFETIME.toMillis());
        config.setInitializationFailTimeout(-1); // start without the database
        config.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
        config.setAutoCommit(true);
        config.setExceptionOverride(new EvictUseless());
        config.setMetricRegistry(metrics);
        return new HikariDataSource(config);
    }
}
