package io.anixops.lease.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The files of docs/recipes.md as they stand, in a namespace with README's lease and its pods, on two nodes: the API
 * server takes each, and what needs no real container does what it says.
 */
class RecipesE2E {
    private static final String RECIPES = "k8s/examples/recipes";
    private static final String SECOND_NODE = "node-of-recipes";

    private static Stage stage;
    private static Scene scene;
    private static String empty;

    @BeforeAll
    static void startLeaseOnTwoNodes() {
        stage = Stage.open();
        stage.plane().addNode(SECOND_NODE);
        stage.plane()
                .kubectl("label", "nodes", "--all", "kubernetes.io/os=linux", "--overwrite")
                .orFail();
        Eventually.until("the second node is ready and may be scheduled on", () -> isReady(SECOND_NODE));
        empty = stage.plane().newNamespace("empty");
        stage.operator();
        scene = stage.scene("recipes");
        scene.watchLease("singleton-workers");
        scene.kubectl("apply", "-f", Stage.shippedFolder("k8s/examples"));
        scene.awaitReadyPods(3);
    }

    @AfterAll
    static void nothingWasViolated() {
        try {
            scene.end();
        } finally {
            stage.close();
            stage.plane().kubectl("delete", "node", SECOND_NODE).orFail();
            stage.plane().kubectl("delete", "namespace", empty, "--wait=false").orFail();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "pods/worker.yaml",
                "recipes/beside-leader.yaml",
                "recipes/call-leader.yaml",
                "recipes/in-leader.yaml",
                "recipes/leading-cluster.yaml",
                "recipes/token.yaml",
                "recipes/under-lease.yaml"
            })
    void every_file_is_taken_by_the_api_server_as_it_stands(String file) {
        var path = Path.of(Stage.shippedFolder("k8s/examples"), file).toString();

        var answer = stage.plane().kubectl("apply", "--server-side", "--dry-run=server", "-n", empty, "-f", path);

        assertThat(answer.orFail()).contains("serverside-applied");
        assertThat(answer.stderr()).as("warnings").isEmpty();
    }

    @Test
    void the_service_leads_to_the_leader_alone() {
        var leader = scene.awaitLeader();

        Eventually.until(
                "its one endpoint is the leader",
                () -> Manifests.endpointsOf(stage.plane().client(), scene.namespace(), "control-leader")
                        .equals(List.of(leader.name())));
    }

    @Test
    void a_job_beside_the_leader_runs_on_its_node() {
        recipe("beside-leader.yaml");
        var node = scene.pod(scene.awaitLeader().name()).get().getSpec().getNodeName();
        scene.kubectl("cordon", node);
        try {
            run("beside", "beside-leader");
            Eventually.until(
                    "the other node will not do",
                    () -> scheduling("beside").getMessage().contains("affinity"));
        } finally {
            scene.kubectl("uncordon", node);
        }
        Eventually.until(
                "it is on the leader's node",
                () -> podOf("beside").getSpec().getNodeName().equals(node));
    }

    @Test
    void a_job_of_the_leading_cluster_waits_where_nobody_leads() {
        recipe("leading-cluster.yaml");
        scene.awaitLeader();
        scene.changeSpec("{\"suspend\": true}");
        scene.awaitReason("False", "Suspended");
        assertThat(scene.labelled()).isEmpty();

        run("leading", "leading-cluster");
        Eventually.until(
                "no node will do", () -> scheduling("leading").getMessage().contains("affinity"));

        scene.changeSpec("{\"suspend\": false}");
        scene.awaitLeader();
        Eventually.until(
                "it has a node", () -> scheduling("leading").getStatus().equals("True"));
    }

    @Test
    void the_account_that_executes_in_the_leader_finds_it_and_may_do_no_more() throws IOException {
        recipe("in-leader.yaml");
        var find = "get pod -l leader.lease.anixops.io/singleton-workers=true -o name";
        assertThat(Path.of(Stage.shippedFolder(RECIPES), "in-leader.yaml"))
                .content()
                .contains("kubectl " + find);
        var leader = scene.awaitLeader();

        var account = new Kubectl(
                stage.plane().kubeconfigFor(scene.namespace(), "in-leader"), Folders.temporary("in-leader"));
        var found = account.run((find + " -n " + scene.namespace()).split(" "));

        assertThat(found.orFail().strip()).isEqualTo("pod/" + leader.name());
        assertThat(may("create pods --subresource=exec")).isTrue();
        assertThat(Stream.of("patch pods", "delete pods", "create pods", "get secrets", "list databaseleases"))
                .noneMatch(RecipesE2E::may);
    }

    private static boolean isReady(String name) {
        var node = stage.plane().client().nodes().withName(name);
        return node.isReady() && node.get().getSpec().getTaints().isEmpty();
    }

    private static boolean may(String what) {
        var who = "--as=system:serviceaccount:%s:in-leader -n %1$s".formatted(scene.namespace());
        return stage.plane()
                .kubectl("auth can-i %s %s".formatted(what, who).split(" "))
                .stdout()
                .strip()
                .equals("yes");
    }

    private static void recipe(String file) {
        scene.kubectl("apply", "-f", Path.of(Stage.shippedFolder(RECIPES), file).toString());
    }

    /** As its schedule would. */
    private static void run(String job, String cronJob) {
        scene.kubectl("create", "job", job, "--from=cronjob/" + cronJob);
    }

    private static Pod podOf(String job) {
        var pods = stage.plane().client().pods().inNamespace(scene.namespace());
        return pods.withLabel("job-name", job).list().getItems().get(0);
    }

    private static PodCondition scheduling(String job) {
        return podOf(job).getStatus().getConditions().stream()
                .filter(one -> one.getType().equals("PodScheduled"))
                .findFirst()
                .orElseThrow();
    }
}
