import io.anixops.lease.Electors;
import io.anixops.lease.LeaseName;
import io.anixops.lease.Timing;
import io.anixops.lease.metrics.LeaseMetrics;
import io.anixops.lease.postgres.PostgresLeaseStore;
import io.anixops.lease.postgres.TableName;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A program for several replicas of which one works at a time. It waits for a database that is away, stops in time, and
 * tells whether it is well and whether it leads. Needs io.anixops:database-lease-operator, for /metrics
 * io.micrometer:micrometer-registry-prometheus, and a logger of your choice for SLF4J.
 */
public final class Worker {
    private Worker() {}

    public static void main(String[] args) throws Exception {
        var environment = System.getenv();
        var ttl = Duration.parse(environment.getOrDefault("LEASE_TTL", "PT30S"));
        var database = database(required("DATABASE_URL"), ttl);
        var metrics = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

        var electors = Electors.builder(PostgresLeaseStore.of(database, TableName.DEFAULT))
                .listener(new LeaseMetrics(metrics))
                .build(); // who this is, is in POD_NAME and the like
        electors.elect(LeaseName.of(required("LEASE_NAME")), Timing.ofTtl(ttl), new Steps(database)::take);

        var port = Integer.parseInt(environment.getOrDefault("HTTP_PORT", "8080"));
        Endpoints.serve(port, electors::isAlive, metrics::scrape);
        Runtime.getRuntime().addShutdownHook(new Thread(electors::close)); // stops the work, then gives the lease back
    }

    /** Bounded in all that may hang: a connection, an answer, and a transaction of a process that was paused in it. */
    private static PGSimpleDataSource database(String url, Duration ttl) {
        var seconds = (int) Math.max(1, ttl.toSeconds() / 10);
        var database = new PGSimpleDataSource();
        database.setUrl(url); // jdbc:postgresql://host/name?user=…
        database.setConnectTimeout(seconds);
        database.setSocketTimeout(seconds);
        database.setOptions("-c idle_in_transaction_session_timeout=" + seconds + "s");
        return database;
    }

    private static String required(String variable) {
        var value = System.getenv(variable);
        if (value == null) {
            throw new IllegalArgumentException("the environment has no " + variable);
        }
        return value;
    }
}
