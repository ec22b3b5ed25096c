package io.anixops.lease.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What helm makes of the chart without a cluster. */
class ChartRenderingE2E {
    private static final String NAME = "database-lease-operator";
    private static final String[] DATABASE = {
        "database.host=postgres", "database.name=app", "database.user=lease_operator"
    };
    private static final Set<String> OF_HELM =
            Set.of("app.kubernetes.io/managed-by", "app.kubernetes.io/version", "helm.sh/chart");

    private final Helm helm = Helm.alone();

    @Test
    void the_chart_has_nothing_that_lint_complains_of() {
        assertThat(helm.run(Helm.with(DATABASE, "lint", Helm.CHART, "--strict")).orFail())
                .contains("0 chart(s) failed");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "databse.host=db                        | additional properties 'databse' not allowed",
                "database.sslmod=require                | additional properties 'sslmod' not allowed",
                "database.password=secret               | additional properties 'password' not allowed",
                "database.sslmode=verify                | '/database/sslmode': value must be one of 'disable'",
                "replicaCount=0                         | '/replicaCount': minimum: got 0, want 1",
                "jvmFlags={Xmx1g}                       | '/jvmFlags/0'",
                "watchNamespaces={Control}              | '/watchNamespaces/0'",
                "sharedLeases={workers}                 | '/sharedLeases/0'",
                "database.sslmode=verify-full           | needs certificates to check the server against",
                "database.name=                         | database.name is empty",
                "schemaJob.enabled=true                 | schemaJob.user is empty",
                "stripJob.deadlineSeconds=600           | '/stripJob/deadlineSeconds': maximum: got 600, want 280",
                "stripJob.enable=false                  | additional properties 'enable' not allowed",
            })
    void a_wrong_value_is_refused_with_its_name(String value, String sentence) {
        var all = Stream.concat(Arrays.stream(DATABASE), Stream.of(value)).toArray(String[]::new);

        var refused = helm.run(Helm.with(all, "template", NAME, Helm.CHART));

        assertThat(refused.exitCode()).isNotZero();
        assertThat(refused.stderr()).contains(sentence);
    }

    @Test
    void without_a_database_it_says_what_to_set() {
        assertThat(helm.run("template", NAME, Helm.CHART).stderr())
                .contains("database.host and database.name, or database.url, say where the leases are: set them");
    }

    @Test
    void a_kubernetes_that_is_too_old_is_refused() {
        assertThat(helm.run(Helm.with(DATABASE, "template", NAME, Helm.CHART, "--kube-version", "1.29.9"))
                        .stderr())
                .contains("chart requires kubeVersion: >=1.30.0-0 which is incompatible with Kubernetes v1.29.9");
    }

    /** A program of ours that ends by a mistake has said why in its last line. */
    @Test
    void the_last_words_of_every_container_are_its_termination_message() {
        var all = Stream.concat(Arrays.stream(DATABASE), Stream.of("schemaJob.enabled=true", "schemaJob.user=admin"))
                .toArray(String[]::new);

        var made = helm.template(NAME, NAME, all);

        assertThat(made.split("image: ")).hasSize(5); // Deployment, schema, strip and test
        assertThat(made.split("terminationMessagePolicy: FallbackToLogsOnError"))
                .hasSize(5);
    }

    @Test
    void the_crd_is_the_one_in_crds_and_stays_when_the_release_goes() {
        var shipped = Serialization.unmarshal(
                OperatorAccount.shipped("crds/databaseleases.lease.anixops.io-v1.yml"),
                GenericKubernetesResource.class);

        var crd = objects(helm.template(NAME, NAME, DATABASE)).values().stream()
                .filter(one -> one.getKind().equals("CustomResourceDefinition"))
                .findFirst()
                .orElseThrow();

        assertThat(crd.get("spec").toString())
                .isEqualTo(
                        shipped.get("spec").toString().replaceAll("(m..imum=[0-9]+)[.]0", "$1")); // YAML by way of JSON
        assertThat(crd.getMetadata().getAnnotations()).containsEntry("helm.sh/resource-policy", "keep");
    }

    @ParameterizedTest
    @CsvSource({"cluster-wide,metrics.perLease=true", "single-namespace,watchNamespaces={control}"})
    void the_plain_manifests_are_what_the_chart_makes(String overlay, String value) {
        var kubectl = new Kubectl(Folders.temporary("none").resolve("kubeconfig"), Folders.temporary("kustomize"));
        var plain = objects(kubectl.run("kustomize", Stage.shippedFolder("k8s/overlays/" + overlay))
                .orFail());

        var ofTheChart = objects(helm.template(
                NAME,
                NAME,
                Stream.concat(
                                Arrays.stream(DATABASE),
                                Stream.of(
                                        value,
                                        "database.existingSecret=database-lease-operator-database",
                                        "crds.keep=false"))
                        .toArray(String[]::new)));

        assertThat(plain.keySet()).isEqualTo(ofTheChart.keySet());
        ofTheChart.forEach(
                (id, wanted) -> assertThat(tree(plain.get(id))).as(id).isEqualTo(tree(wanted)));
    }

    /** By kind, namespace and name, without hooks and without what helm alone writes. */
    private static Map<String, GenericKubernetesResource> objects(String manifests) {
        var found = new TreeMap<String, GenericKubernetesResource>();
        for (var document : manifests.split("(?m)^---$")) {
            if (document.contains("kind: ") && !document.contains("helm.sh/hook:")) {
                var object = Serialization.unmarshal(sorted(document), GenericKubernetesResource.class);
                object.getMetadata().getLabels().keySet().removeAll(OF_HELM);
                found.put(id(object), object);
            }
        }
        return found;
    }

    private static JsonNode tree(GenericKubernetesResource object) {
        return Serialization.jsonMapper().valueToTree(object);
    }

    private static String id(HasMetadata object) {
        return "%s %s/%s"
                .formatted(
                        object.getKind(),
                        object.getMetadata().getNamespace(),
                        object.getMetadata().getName());
    }

    /** The order of variables says nothing. */
    private static String sorted(String document) {
        if (!document.contains("kind: Deployment")) {
            return document;
        }
        var deployment = Serialization.unmarshal(document, Deployment.class);
        deployment
                .getSpec()
                .getTemplate()
                .getSpec()
                .getContainers()
                .forEach(container -> container.setEnv(container.getEnv().stream()
                        .sorted(Comparator.comparing(EnvVar::getName))
                        .toList()));
        return Serialization.asYaml(deployment);
    }
}
