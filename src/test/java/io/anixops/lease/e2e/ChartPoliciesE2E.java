package io.anixops.lease.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicy;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The chart's admission policies on a real API server, as rendered for one namespace of the shared control plane. */
class ChartPoliciesE2E {
    private static final PatchContext MERGE = PatchContext.of(PatchType.STRATEGIC_MERGE);
    private static final String LEADER = "leader.lease.anixops.io/main";
    private static final String LED = "{metadata: {labels: {%s: 'true'}}}".formatted(LEADER);
    private static final String NOBODY_ELSE = "are the operator's, and nobody else may write them";
    private static final String NAME = "guarded";
    private static final String ACCOUNT = "guarded-database-lease-operator";

    private static final List<GenericKubernetesResource> made = new ArrayList<>();
    private static ControlPlane plane;
    private static KubernetesClient anybody;
    private static KubernetesClient operator;
    private static String namespace;

    private Pod pod;

    /** The account may do anything as far as roles go: what is refused, the policy refuses. */
    @BeforeAll
    static void install() {
        plane = ControlPlane.shared();
        anybody = plane.client();
        namespace = plane.newNamespace(NAME);
        for (var object : rendered()) {
            made.add(anybody.resource(object).create());
        }
        plane.kubectl(
                        "create",
                        "clusterrolebinding",
                        NAME,
                        "--clusterrole=cluster-admin",
                        "--serviceaccount=%s:%s".formatted(namespace, ACCOUNT))
                .orFail();
        operator = plane.clientWith(plane.tokenFor(namespace, ACCOUNT));
        Eventually.until(
                "the policies are in force",
                () -> isRefused(() -> dryRun(anybody, ledFromTheBeginning()))
                        && isRefused(() -> dryRun(operator, newPod())));
    }

    private static List<GenericKubernetesResource> rendered() {
        var objects = new ArrayList<GenericKubernetesResource>();
        var text = Helm.alone()
                .template(
                        NAME,
                        namespace,
                        "database.host=db",
                        "database.name=app",
                        "watchNamespaces={%s}".formatted(namespace));
        for (var document : text.split("(?m)^---$")) {
            if (document.contains("kind: ValidatingAdmissionPolicy")
                    || document.contains("kind: ServiceAccount\nmeta")) {
                objects.add(Serialization.unmarshal(document, GenericKubernetesResource.class));
            }
        }
        assertThat(objects).hasSize(7);
        return objects;
    }

    /** Its pods bear labels side by side, which the checkers of other scenarios must not see. */
    @AfterAll
    static void remove() {
        var pods = anybody.pods().inNamespace(namespace);
        pods.withGracePeriod(0).delete();
        Eventually.until("its pods are gone", () -> pods.list().getItems().isEmpty());
        made.forEach(object -> anybody.resource(object).delete());
        plane.kubectl("delete", "clusterrolebinding", NAME).orFail();
        plane.kubectl("delete", "namespace", namespace, "--wait=false").orFail();
        operator.close();
    }

    @BeforeEach
    void aPodThatLeads() {
        pod = anybody.resource(newPod()).create();
        patch(
                operator,
                "",
                LED.replace(
                        "}}}",
                        ", token.lease.anixops.io/main: '7'}, annotations: {%s: abc}}}"
                                .formatted("nonce.lease.anixops.io/main")));
        assertThat(live().getMetadata().getLabels()).containsEntry(LEADER, "true");
    }

    @Test
    void their_expressions_are_free_of_warnings() {
        for (var suffix : List.of("account", "keys", "templates")) {
            var name = "%s-%s".formatted(ACCOUNT, suffix);
            Eventually.until(
                    name + " is type-checked",
                    () -> policy(name).getStatus() != null
                            && policy(name).getStatus().getTypeChecking() != null);
            assertThat(policy(name).getStatus().getTypeChecking().getExpressionWarnings())
                    .as(name)
                    .isEmpty();
        }
    }

    private static ValidatingAdmissionPolicy policy(String name) {
        return anybody.admissionRegistration()
                .v1()
                .validatingAdmissionPolicies()
                .withName(name)
                .get();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{metadata: {labels: {leader.lease.anixops.io/main: null}}}",
                "{metadata: {labels: {leader.lease.anixops.io/other: 'true'}}}",
                "{metadata: {labels: {token.lease.anixops.io/main: '8'}}}",
                "{metadata: {annotations: {nonce.lease.anixops.io/main: xyz}}}",
                "{metadata: {annotations: null}}",
                "{metadata: {labels: null}}",
            })
    void nobody_else_writes_the_keys_through_pods_or_their_status(String patch) {
        for (var way : List.of("", "status")) {
            assertThatThrownBy(() -> patch(anybody, way, patch)).hasMessageContaining(NOBODY_ELSE);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ephemeralcontainers", "resize"})
    void other_subresources_do_not_let_the_keys_through_either(String way) {
        isRefused(() -> patch(anybody, way, "{metadata: {labels: {leader.lease.anixops.io/other: 'true'}}}"));

        assertThat(live().getMetadata().getLabels())
                .containsEntry(LEADER, "true")
                .doesNotContainKey("leader.lease.anixops.io/other");
    }

    @Test
    void no_pod_and_no_template_is_made_with_them() {
        assertThatThrownBy(() -> dryRun(anybody, ledFromTheBeginning())).hasMessageContaining(NOBODY_ELSE);
        assertThat(plane.kubectl()
                        .runWith(
                                Manifests.deployment(namespace, "web", 1)
                                        .replace(
                                                "metadata: {labels: {app: web}}",
                                                "metadata: {labels: {app: web, %s: 'true'}}".formatted(LEADER)),
                                "apply",
                                "-f",
                                "-")
                        .stderr())
                .contains("a pod's template must have no labels or annotations under lease.anixops.io");
    }

    @Test
    void a_binding_does_not_carry_them_onto_a_pod() {
        var bound =
                "{apiVersion: v1, kind: Binding, metadata: {name: %s, namespace: %s, annotations: {%s: x}}, target: {kind: Node, name: node-1}}"
                        .formatted(pod.getMetadata().getName(), namespace, "nonce.lease.anixops.io/other");

        assertThat(plane.kubectl().runWith(bound, "create", "-f", "-").stderr()).contains(NOBODY_ELSE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{metadata: {labels: {app: other}}}",
                "{metadata: {labels: {app: null}}}",
                "{metadata: {labels: {nonce.lease.anixops.io/main: x}}}",
                "{metadata: {annotations: {leader.lease.anixops.io/main: x}}}",
                "{metadata: {annotations: {note: x}}}",
                "{metadata: {finalizers: [example.com/hold]}}",
                "{metadata: {ownerReferences: [{apiVersion: v1, kind: Node, name: a, uid: b}]}}",
                "{spec: {containers: [{name: main, image: other}]}}",
                "{spec: {activeDeadlineSeconds: 5}}",
            })
    void the_operator_changes_nothing_else_of_a_pod(String patch) {
        assertThatThrownBy(() -> patch(operator, "", patch)).hasMessageContaining("this account may change n");
    }

    @Test
    void the_operator_uses_no_subresource_and_makes_and_deletes_no_pod() {
        var refusal = "this account may patch pods, and neither make nor delete them nor use their subresources";
        assertThatThrownBy(() -> patch(operator, "status", LED.replace("main", "other")))
                .hasMessageContaining(refusal);
        assertThatThrownBy(() -> patch(operator, "status", "{status: {phase: Failed}}"))
                .hasMessageContaining(refusal);
        assertThatThrownBy(() -> patch(operator, "resize", "{metadata: {labels: {app: x}}}"))
                .hasMessageContaining(refusal);
        assertThatThrownBy(() -> operator.resource(pod).delete()).hasMessageContaining(refusal);
        assertThatThrownBy(() ->
                        operator.pods().inNamespace(namespace).withName(name()).evict())
                .hasMessageContaining(refusal);
        assertThatThrownBy(() -> dryRun(operator, newPod())).hasMessageContaining(refusal);
        assertThatThrownBy(() -> patch(
                        operator, "ephemeralcontainers", "{spec: {ephemeralContainers: [{name: debug, image: fake}]}}"))
                .hasMessageContaining(refusal);
        assertThat(live().isMarkedForDeletion()).isFalse();
    }

    /** By either of the two ways that there are. */
    @ParameterizedTest
    @ValueSource(strings = {"bindings", "pods/%s/binding"})
    void the_operator_binds_no_pod_to_a_node(String way) {
        var waiting = anybody.resource(new PodBuilder(newPod())
                        .editSpec()
                        .withSchedulerName("none")
                        .endSpec()
                        .build())
                .create()
                .getMetadata()
                .getName();
        var bound = "{apiVersion: v1, kind: Binding, metadata: {name: %s}, target: {kind: Node, name: node-1}}"
                .formatted(waiting);

        var path = "/api/v1/namespaces/%s/%s".formatted(namespace, way.formatted(waiting));
        assertThat(account()
                        .runWith(json(bound), "create", "--raw", path, "-f", "-")
                        .stderr())
                .contains("this account may patch pods, and neither make nor delete them nor use their subresources");
    }

    /** A policy sees these as a connection that is opened, and refuses it before any kubelet is asked. */
    @Test
    void the_operator_gets_into_no_pod() {
        var refusal = "this account may patch pods, and neither make nor delete them nor use their subresources";
        Eventually.until("the pod has a node", () -> live().getSpec().getNodeName() != null);

        assertThat(account().run("exec", name(), "-n", namespace, "--", "true").stderr())
                .contains(refusal);
        assertThat(account().run("attach", name(), "-n", namespace).stderr()).contains(refusal);
        assertThat(account()
                        .run("get", "--raw", "/api/v1/namespaces/%s/pods/%s/proxy/".formatted(namespace, name()))
                        .stderr())
                .contains(refusal);
    }

    private Kubectl account() {
        return new Kubectl(plane.kubeconfigFor(namespace, ACCOUNT), Folders.temporary("account"));
    }

    @Test
    void the_operator_takes_its_keys_off() {
        patch(
                operator,
                "",
                "{metadata: {labels: {%s: null}, annotations: {nonce.lease.anixops.io/main: def}}}".formatted(LEADER));

        assertThat(live().getMetadata().getLabels())
                .doesNotContainKey(LEADER)
                .containsKey("token.lease.anixops.io/main");
    }

    @Test
    void what_others_do_to_a_pod_that_leads_is_not_hindered() {
        new FakePods(anybody).setReady(namespace, name(), true); // as its kubelet does
        patch(anybody, "", "{metadata: {labels: {team: a}, annotations: {note: b}, finalizers: [example.com/hold]}}");
        patch(
                anybody,
                "",
                "{metadata: {ownerReferences: [{apiVersion: v1, kind: ConfigMap, name: kube-root-ca.crt, uid: %s}]}}"
                        .formatted(anybody.configMaps()
                                .inNamespace(namespace)
                                .withName("kube-root-ca.crt")
                                .get()
                                .getMetadata()
                                .getUid()));
        patch(anybody, "ephemeralcontainers", "{spec: {ephemeralContainers: [{name: debug, image: fake}]}}");
        patch(anybody, "", "{metadata: {finalizers: null}}");

        assertThat(live().getMetadata().getLabels())
                .containsEntry(LEADER, "true")
                .containsEntry("team", "a");
        assertThat(live().getSpec().getEphemeralContainers()).hasSize(1);
        assertThat(anybody.pods().inNamespace(namespace).withName(name()).evict())
                .isTrue();
        Eventually.until("it is gone", () -> live() == null);
    }

    @Test
    void a_kubelet_reports_on_a_pod_that_leads() {
        plane.kubectl().apply("""
                        apiVersion: rbac.authorization.k8s.io/v1
                        kind: ClusterRoleBinding
                        metadata: {name: %s-nodes}
                        roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: "system:node"}
                        subjects: [{apiGroup: rbac.authorization.k8s.io, kind: Group, name: "system:nodes"}]
                        """.formatted(NAME));
        try {
            var pod = new PodBuilder(live())
                    .editStatus()
                    .withMessage("said by its node")
                    .endStatus()
                    .build();
            plane.kubectl()
                    .runWith(
                            Serialization.asJson(pod),
                            "replace",
                            "--raw",
                            "/api/v1/namespaces/%s/pods/%s/status".formatted(namespace, name()),
                            "--as=system:node:node-1",
                            "--as-group=system:nodes",
                            "-f",
                            "-")
                    .orFail();
        } finally {
            plane.kubectl("delete", "clusterrolebinding", NAME + "-nodes").orFail();
        }
        assertThat(live().getStatus().getMessage()).isEqualTo("said by its node");
        assertThat(live().getMetadata().getLabels()).containsEntry(LEADER, "true");
    }

    /** By the real controllers: a pod that leads gets an owner, loses it, gets it again, and goes with it. */
    @Test
    void a_replica_set_adopts_a_pod_that_leads_and_garbage_collection_takes_it() {
        patch(anybody, "", "{metadata: {labels: {adopted: '%s'}}}".formatted(name()));
        var replicaSet = """
                apiVersion: apps/v1
                kind: ReplicaSet
                metadata: {name: adopter, namespace: %s}
                spec:
                  replicas: 1
                  selector: {matchLabels: {adopted: %s}}
                  template:
                    metadata: {labels: {adopted: %s}}
                    spec: {containers: [{name: main, image: fake}]}
                """.formatted(namespace, name(), name());

        plane.kubectl().apply(replicaSet);
        Eventually.until("it is adopted", this::hasOwner);
        plane.kubectl("delete", "replicaset", "adopter", "-n", namespace, "--cascade=orphan")
                .orFail();
        Eventually.until("it is let go", () -> !hasOwner());
        assertThat(live().getMetadata().getLabels()).containsEntry(LEADER, "true");
        plane.kubectl().apply(replicaSet);
        Eventually.until("it is adopted again", this::hasOwner);
        plane.kubectl("delete", "replicaset", "adopter", "-n", namespace).orFail();

        Eventually.until("it goes with its owner", () -> live() == null);
    }

    private boolean hasOwner() {
        return !live().getMetadata().getOwnerReferences().isEmpty();
    }

    @Test
    void kubectl_writes_other_labels_of_a_pod_that_leads() {
        plane.kubectl("label", "pod", name(), "-n", namespace, "team=a").orFail();
        plane.kubectl("label", "pod", name(), "-n", namespace, "team=b", "--overwrite")
                .orFail();
        plane.kubectl("label", "pod", name(), "-n", namespace, "team-").orFail();

        assertThat(plane.kubectl("label", "pod", name(), "-n", namespace, LEADER + "-")
                        .stderr())
                .contains(NOBODY_ELSE);
    }

    private static Pod newPod() {
        return new PodBuilder(FakePods.pod(namespace, "", "web", true))
                .editMetadata()
                .withName("web-" + Long.toString(System.nanoTime(), 36))
                .endMetadata()
                .build();
    }

    private static Pod ledFromTheBeginning() {
        return new PodBuilder(newPod())
                .editMetadata()
                .addToLabels(LEADER, "true")
                .endMetadata()
                .build();
    }

    private static void dryRun(KubernetesClient client, Pod pod) {
        client.resource(pod).dryRun().create();
    }

    private static boolean isRefused(ThrowingCallable call) {
        try {
            call.call();
            return false;
        } catch (KubernetesClientException refused) {
            return true;
        } catch (Throwable other) {
            throw new AssertionError(other);
        }
    }

    private String name() {
        return pod.getMetadata().getName();
    }

    private Pod live() {
        return anybody.pods().inNamespace(namespace).withName(name()).get();
    }

    private static String json(String yaml) {
        return Serialization.asJson(
                Serialization.unmarshal("---\n" + yaml, com.fasterxml.jackson.databind.JsonNode.class));
    }

    /** Through a subresource, or the pod itself where that is empty. */
    private void patch(KubernetesClient client, String way, String yaml) {
        var json = json(yaml);
        var target = client.pods().inNamespace(namespace).withName(name());
        if (way.isEmpty()) {
            target.patch(MERGE, json);
        } else {
            target.subresource(way).patch(MERGE, json);
        }
    }
}
