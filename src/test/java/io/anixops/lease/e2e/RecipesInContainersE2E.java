package io.anixops.lease.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.anixops.lease.postgres.LeaseSchema;
import io.anixops.lease.postgres.TableName;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.postgresql.ds.PGSimpleDataSource;

/** The files of docs/recipes.md as they stand, in real containers, with jobs as their schedule would make them. */
@EnabledIf("io.anixops.lease.e2e.RealCluster#isPossible")
class RecipesInContainersE2E {
    private static RealCluster cluster;
    private static Scene scene;

    @BeforeAll
    static void applyTheExamples() {
        cluster = RealCluster.shared();
        scene = cluster.stage().scene("recipes");
        scene.watchLease("singleton-workers");
        scene.kubectl("apply", "-f", Stage.shippedFolder("k8s/examples"));
        scene.awaitReadyPods(3);
        scene.awaitLeader();
    }

    @AfterAll
    static void nothingWasViolated() {
        scene.end();
    }

    @Test
    void a_job_calls_the_leader_through_its_service() {
        recipe("call-leader");

        assertThat(outputOfJob("call-leader")).isEqualTo(scene.awaitLeader().name());
    }

    @Test
    void a_job_runs_beside_the_leader() {
        recipe("beside-leader");

        assertThat(outputOfJob("beside-leader")).startsWith("the nightly job on");
    }

    @Test
    void a_job_runs_in_the_cluster_that_leads() {
        recipe("leading-cluster");

        assertThat(outputOfJob("leading-cluster")).startsWith("the nightly job on");
    }

    @Test
    void a_job_executes_in_the_leader_with_the_rights_of_its_account() {
        recipe("in-leader");

        assertThat(outputOfJob("in-leader")).contains("test is successful");
    }

    @Test
    void a_job_runs_under_a_lease_of_its_own() throws SQLException {
        prepareTheDatabaseOfTheRecipe();
        scene.kubectl("create", "secret", "generic", "nightly-database", "--from-literal=password=x");
        recipe("under-lease");

        assertThat(outputOfJob("under-lease")).contains("the nightly job, with token ");
    }

    @Test
    void a_pod_reads_in_files_whether_it_leads_and_with_which_token() {
        recipe("token");
        scene.kubectl("wait", "--for=condition=Ready", "pod/token-reader", "--timeout=90s");
        assertThat(scene.kubectl("logs", "token-reader")).isEmpty();

        scene.kubectl("scale", "deployment/control", "--replicas=0");
        try {
            Eventually.until("it leads", () -> scene.awaitLeader().name().equals("token-reader"));
            var step = "a step, with token " + scene.row().token();
            Eventually.until(
                    "it knows", () -> scene.kubectl("logs", "token-reader").contains(step));
        } finally {
            scene.kubectl("scale", "deployment/control", "--replicas=3");
            scene.kubectl("delete", "pod", "token-reader", "--grace-period=1");
            scene.awaitReadyPods(3);
        }
    }

    @Test
    void pods_that_hold_the_lease_themselves_are_labelled_and_follow_one_another() throws SQLException {
        var database = cluster.stage().database();
        try (var connection = database.dataSource().getConnection();
                var statement = connection.createStatement()) {
            statement.execute(WorkerProgram.table());
        }
        var url = "jdbc:postgresql://db.example.com/%s?user=postgres".formatted(database.name());
        scene.kubectl("create", "secret", "generic", "worker-database", "--from-literal=url=" + url);
        scene.kubectl("apply", "-f", Stage.shippedFolder("k8s/examples/pods/worker.yaml"));
        scene.kubectl("rollout", "status", "deployment/worker", "--timeout=90s");
        Eventually.until("one leads", () -> !leadersOfWorkers().isEmpty());
        var first = leadersOfWorkers().get(0);

        scene.pod(first.name()).delete();

        Eventually.until("another leads", () -> leadersOfWorkers().size() > 1);
        assertThat(leadersOfWorkers().get(1)).isNotEqualTo(first);
        var next = leadersOfWorkers().get(1).name();
        Eventually.until("it works", () -> scene.kubectl("logs", next).contains("works, token "));
        scene.kubectl("delete", "-f", Stage.shippedFolder("k8s/examples/pods/worker.yaml"), "--wait=false");
    }

    private static List<Leader> leadersOfWorkers() {
        return scene.watch().leadersOf("worker");
    }

    /** As an administrator would: a role, the table, and what the role needs. */
    private static void prepareTheDatabaseOfTheRecipe() throws SQLException {
        try (var connection = cluster.stage().database().dataSource().getConnection();
                var statement = connection.createStatement()) {
            statement.execute("CREATE ROLE nightly LOGIN");
            statement.execute("CREATE DATABASE app");
        }
        var app = new PGSimpleDataSource();
        app.setUrl("jdbc:postgresql://127.0.0.1:%d/app?user=postgres"
                .formatted(cluster.stage().database().port()));
        LeaseSchema.ensure(app, TableName.DEFAULT);
        try (var connection = app.getConnection();
                var statement = connection.createStatement()) {
            statement.execute(
                    OperatorAccount.shipped("docs/examples/grants.sql").replace("lease_operator", "nightly"));
        }
    }

    private static void recipe(String name) {
        scene.kubectl(
                "apply",
                "-f",
                Path.of(Stage.shippedFolder("k8s/examples/recipes"), name + ".yaml")
                        .toString());
    }

    /** Of a job that is made as the schedule would, and completes. */
    private static String outputOfJob(String cronJob) {
        scene.kubectl("create", "job", "now-" + cronJob, "--from=cronjob/" + cronJob);
        scene.kubectl("wait", "--for=condition=Complete", "job/now-" + cronJob, "--timeout=90s");
        return scene.kubectl("logs", "job/now-" + cronJob).strip();
    }
}
