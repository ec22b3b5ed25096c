package io.anixops.lease.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.anixops.lease.postgres.LeaseSchema;
import io.anixops.lease.postgres.TableName;
import io.anixops.lease.postgres.TestPostgres;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.batch.v1.CronJob;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The command of the recipe that runs a job under a lease of its own, run as it stands there. */
class UnderLeaseIT {
    private static final String LEASE = "control/nightly";

    private final TestPostgres.Database database = TestPostgres.shared().newDatabase();
    private final Path folder = Folders.temporary("under-lease");
    private final Container container = container();

    @BeforeEach
    void makeTable() {
        LeaseSchema.ensure(database.dataSource(), TableName.DEFAULT);
    }

    @Test
    void the_job_runs_where_nobody_has_the_lease_and_is_skipped_without_a_failure_where_somebody_has()
            throws Exception {
        assertThat(run()).contains("the nightly job, with token ");
        assertThat(RowNow.read(database.dataSource(), LEASE).isHeld()).isFalse();

        try (var connection = database.dataSource().getConnection();
                var statement = connection.createStatement()) {
            statement.execute("UPDATE database_lease SET holder = 'another', renewed_at = clock_timestamp(),"
                    + " expires_at = clock_timestamp() + interval '1 h'");
        }
        assertThat(run()).doesNotContain("the nightly job");
    }

    /** What it prints; it must end well. */
    private String run() throws IOException {
        var log = folder.resolve("log");
        Files.deleteIfExists(log);
        try (var child = Child.start("under-lease", log, environment(), command())) {
            assertThat(child.awaitEnd(Duration.ofSeconds(60)))
                    .as(Files.readString(log))
                    .isZero();
        }
        return Files.readString(log);
    }

    private List<String> command() {
        return Stream.concat(container.getCommand().stream(), container.getArgs().stream())
                .toList();
    }

    private Map<String, String> environment() {
        var java = Path.of(System.getProperty("java.home"), "bin");
        var given = Map.of(
                "OPERATOR_JAR", System.getProperty("operator.jar", "target/database-lease-operator.jar"),
                "POD_NAMESPACE", "control",
                "LEASE", LEASE,
                "DBLEASE_DATABASE_URL", database.jdbcUrl().replace("?user=postgres", ""),
                "DBLEASE_DATABASE_USER", database.user(),
                "DBLEASE_DATABASE_PASSWORD_FILE",
                        Folders.write(folder.resolve("password"), "x").toString());
        assertThat(given.keySet())
                .hasSameElementsAs(
                        container.getEnv().stream().map(EnvVar::getName).toList());
        var all = new HashMap<>(given);
        all.put("PATH", java + File.pathSeparator + System.getenv("PATH"));
        return all;
    }

    private static Container container() {
        var file = Path.of(Stage.shippedFolder("k8s/examples/recipes"), "under-lease.yaml");
        try (var yaml = Files.newInputStream(file)) {
            var job = Serialization.unmarshal(yaml, CronJob.class);
            var pod = job.getSpec().getJobTemplate().getSpec().getTemplate().getSpec();
            return pod.getContainers().get(0);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
