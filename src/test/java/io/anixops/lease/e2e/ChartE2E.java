package io.anixops.lease.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.anixops.lease.house.Document;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The chart, installed with default values into an empty control plane by the real helm. */
class ChartE2E {
    private static ControlPlane plane;
    private static Stage stage;
    private static ChartRelease release;

    @BeforeAll
    static void install() {
        plane = ControlPlane.start();
        stage = Stage.on(plane);
        plane.kubectl("delete", "crd", "databaseleases.lease.anixops.io").orFail(); // helm is to bring it
        followTheDocument();
        release = ChartRelease.ofTheDocument(plane, stage.database());
    }

    private static void followTheDocument() {
        try (var shell = new ReadmeShell(plane, stage.database())) {
            Document.read("docs/install.md").blocks().stream()
                    .filter(block -> block.proof().equals("run by: ChartE2E"))
                    .flatMap(block -> block.commands().stream())
                    .forEach(shell::run);
        }
    }

    @AfterAll
    static void close() {
        stage.close();
        plane.close();
    }

    @Test
    void an_operator_with_the_rights_and_settings_of_the_chart_leads_and_hands_over() {
        try (var operator = release.operator(release.container()).start()) {
            operator.awaitReady();
            var scene = stage.scene("chart");
            scene.deployment(2).lease(30);
            scene.awaitLeader();

            scene.move(Event.LEADER_DELETED, leader -> scene.pod(leader).delete());

            assertThat(operator.logged()).doesNotContain("(403)", "forbidden", "denied");
            scene.end();
            assertThat(operator.terminate()).isEqualTo(143);
        }
    }

    @Test
    void the_commands_of_its_job_and_its_test_do_what_they_are_for() throws SQLException {
        var administrator = container(
                "-schema",
                "schemaJob.enabled=true",
                "schemaJob.user=" + stage.database().user());
        var test = container("-test");

        assertThat(run(administrator)).isZero();
        grant();
        assertThat(run(test)).isZero();
    }

    /** As the guide tells an administrator. */
    private static void grant() throws SQLException {
        try (var connection = stage.database().dataSource().getConnection();
                var statement = connection.createStatement()) {
            statement.execute(OperatorAccount.shipped("docs/examples/grants.sql"));
        }
    }

    private static int run(Container container) {
        return release.operator(container)
                .args(container.getArgs().toArray(String[]::new))
                .start()
                .awaitEnd(Duration.ofSeconds(60));
    }

    private static Container container(String suffix, String... values) {
        return objects(release.template(values)).stream()
                .filter(object -> object.getMetadata().getName().endsWith(suffix))
                .map(ChartE2E::podOf)
                .flatMap(Stream::ofNullable)
                .map(pod -> pod.getSpec().getContainers().get(0))
                .findFirst()
                .orElseThrow();
    }

    /** Forty-eight combinations; what they make is accepted, and so are their pods, by the restricted standard too. */
    @Test
    void the_server_accepts_every_object_of_every_combination_of_values() {
        var refused = new ArrayList<String>();
        for (var values : combinations()) {
            for (var object : objects(release.template(values))) {
                refusal(object).ifPresent(message -> refused.add("%s: %s".formatted(List.of(values), message)));
            }
        }
        assertThat(combinations()).hasSize(48);
        assertThat(refused).isEmpty();
    }

    @Test
    void the_server_accepts_what_the_values_of_the_guide_make() {
        for (var file : List.of("values-managed.yaml", "values-token.yaml")) {
            var made = objects(Helm.alone()
                    .run("template", "leases", Helm.CHART, "-f", Stage.shippedFolder("docs/examples/" + file))
                    .orFail());

            assertThat(made).as(file).anyMatch(object -> object.getKind().equals("Deployment"));
            assertThat(made.stream().map(ChartE2E::refusal).flatMap(Optional::stream))
                    .as(file)
                    .isEmpty();
        }
    }

    private static List<String[]> combinations() {
        var namespaces = List.of("", "watchNamespaces={default,leases-system}");
        var tls = List.of(
                "",
                "database.sslmode=verify-full,database.tls.caSecret=ca",
                "database.sslmode=verify-ca,database.tls.systemCa=true,database.existingSecret=pw",
                "database.sslmode=require,database.tls.caConfigMap=ca,database.tls.clientSecret=client");
        var job = List.of("", "schemaJob.enabled=true,schemaJob.user=admin,schemaJob.existingSecret=admin");
        var more = List.of(
                "",
                "replicaCount=1,admissionPolicies.enabled=false,rbac.aggregate=false,crds.keep=false,metrics.service.enabled=false",
                "networkPolicy.enabled=true,priorityClassName=system-cluster-critical,commonLabels.team=a,podLabels.team=a,"
                        + "annotations.note=a,podAnnotations.note=a,nodeSelector.disk=ssd,clusterName=eu-1,"
                        + "sharedLeases={a=b.*},extraEnv[0].name=TZ,extraEnv[0].value=UTC,"
                        + "extraVolumes[0].name=more,extraVolumes[0].emptyDir.sizeLimit=1Mi,"
                        + "extraVolumeMounts[0].name=more,extraVolumeMounts[0].mountPath=/more,"
                        + "tolerations[0].operator=Exists,extraArgs={--log-level=debug},"
                        + "admissionPolicies.exemptUsers={restorer},networkPolicy.databasePorts={6432},"
                        + "metrics.dashboard.enabled=true,metrics.dashboard.annotations.folder=leases");
        var all = new ArrayList<String[]>();
        for (var one : namespaces) {
            for (var two : tls) {
                for (var three : job) {
                    more.forEach(four -> all.add(Stream.of(one, two, three, four)
                            .filter(value -> !value.isEmpty())
                            .toArray(String[]::new)));
                }
            }
        }
        return all;
    }

    private static Optional<String> refusal(GenericKubernetesResource object) {
        try {
            accept(object);
            var pod = podOf(object);
            if (pod != null) {
                plane.client().resource(pod).dryRun().create();
            }
            return Optional.empty();
        } catch (RuntimeException refused) {
            return Optional.of(
                    "%s %s: %s".formatted(object.getKind(), object.getMetadata().getName(), refused.getMessage()));
        }
    }

    private static void accept(HasMetadata object) {
        plane.client().resource(object).dryRun().forceConflicts().serverSideApply();
    }

    /** The pod that this object would make, or null. */
    private static Pod podOf(GenericKubernetesResource object) {
        var text = Serialization.asYaml(object);
        return switch (object.getKind()) {
            case "Deployment" ->
                pod(Serialization.unmarshal(text, Deployment.class).getSpec().getTemplate());
            case "Job" -> pod(Serialization.unmarshal(text, Job.class).getSpec().getTemplate());
            case "Pod" -> Serialization.unmarshal(text, Pod.class);
            default -> null;
        };
    }

    private static Pod pod(PodTemplateSpec template) {
        return new PodBuilder()
                .withNewMetadataLike(template.getMetadata() == null ? new ObjectMeta() : template.getMetadata())
                .withName("made-from-the-template")
                .withNamespace(ChartRelease.NAMESPACE)
                .endMetadata()
                .withSpec(template.getSpec())
                .build();
    }

    private static List<GenericKubernetesResource> objects(String manifests) {
        return Stream.of(manifests.split("(?m)^---$"))
                .filter(document -> document.contains("kind: "))
                .map(document -> Serialization.unmarshal(document, GenericKubernetesResource.class))
                .toList();
    }

    /** From a chart of an earlier version, which had no hook and no checks, to this one with a schema job, back, and away. */
    @Test
    void it_is_upgraded_rolled_back_and_uninstalled_and_the_resource_stays() {
        var second = ChartRelease.installInto(
                "second",
                EarlierChart.make(),
                plane,
                stage.database(),
                "crds.install=false",
                "admissionPolicies.enabled=false");
        assertThat(versionOf(second)).isEqualTo(EarlierChart.VERSION);

        second.helm(
                "upgrade",
                "second",
                Helm.CHART,
                "--reset-then-reuse-values",
                "--set",
                "schemaJob.enabled=true,schemaJob.user=admin",
                "--wait",
                "--timeout",
                "90s");
        assertThat(versionOf(second)).isNotEqualTo(EarlierChart.VERSION);
        assertThat(second.container().getEnv()).anySatisfy(variable -> {
            assertThat(variable.getName()).isEqualTo("DBLEASE_SCHEMA");
            assertThat(variable.getValue()).isEqualTo("check");
        });
        second.helm("rollback", "second", "1", "--wait", "--timeout", "90s");
        assertThat(versionOf(second)).isEqualTo(EarlierChart.VERSION);
        second.helm("uninstall", "second", "--wait", "--timeout", "90s");

        assertThat(plane.kubectl("get", "clusterrole,clusterrolebinding", "-o", "name")
                        .orFail())
                .doesNotContain("second");
        plane.kubectl("get", "crd", "databaseleases.lease.anixops.io").orFail();
    }

    /** By the image that its operator would be. */
    private static String versionOf(ChartRelease release) {
        return release.container().getImage().replaceFirst(".*:", "");
    }
}
