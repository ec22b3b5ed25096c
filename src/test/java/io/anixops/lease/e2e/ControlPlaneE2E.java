package io.anixops.lease.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The control plane does what the scenarios rely on. */
class ControlPlaneE2E {
    private static ControlPlane plane;
    private String namespace;

    @BeforeAll
    static void start() {
        plane = ControlPlane.shared();
    }

    @BeforeEach
    void takeNamespace() {
        namespace = plane.newNamespace("rig");
    }

    @Test
    void pods_of_a_deployment_become_ready_and_kubectl_shows_them() {
        plane.kubectl().apply(Manifests.deployment(namespace, "web", 3));

        plane.kubectl("rollout", "status", "deployment/web", "-n", namespace, "--timeout=60s")
                .orFail();
        String shown =
                plane.kubectl("get", "pods", "-n", namespace, "-l", "app=web").orFail();
        assertThat(shown.lines().filter(line -> line.contains("1/1") && line.contains("Running")))
                .hasSize(3);
    }

    @Test
    void a_deleted_pod_terminates_as_long_as_the_test_wants_and_then_another_takes_its_place() {
        plane.kubectl().apply(Manifests.deployment(namespace, "web", 1));
        Eventually.until("one ready pod", () -> readyPods().size() == 1);
        String name = readyPods().get(0).getMetadata().getName();
        plane.kubectl("annotate", "pod", name, Kwok.LINGER + "=true", "-n", namespace)
                .orFail();

        plane.client().pods().inNamespace(namespace).withName(name).delete();
        Eventually.until("the next one is ready", () -> readyPods().size() == 2);
        assertThat(pod(name).getMetadata().getDeletionTimestamp()).isNotNull();

        plane.kubectl("annotate", "pod", name, Kwok.LINGER + "-", "-n", namespace)
                .orFail();
        Eventually.until("it is gone", () -> pod(name) == null);
    }

    @Test
    void a_manual_pod_is_ready_when_the_test_says_so() {
        plane.client().resource(FakePods.pod(namespace, "alone", "web", true)).create();
        Eventually.until("it has a node", () -> pod("alone").getSpec().getNodeName() != null);
        assertThat(readyPods()).isEmpty();

        var kubelet = new FakePods(plane.client());
        kubelet.setReady(namespace, "alone", true);
        assertThat(readyPods()).hasSize(1);

        kubelet.setReady(namespace, "alone", false);
        assertThat(readyPods()).isEmpty();

        kubelet.fail(namespace, "alone");
        assertThat(pod("alone").getStatus().getPhase()).isEqualTo("Failed");
    }

    @Test
    void a_pod_of_a_job_completes() {
        plane.kubectl("create", "job", "once", "--image=fake", "-n", namespace).orFail();

        plane.kubectl("wait", "--for=condition=Complete", "job/once", "-n", namespace, "--timeout=60s")
                .orFail();
    }

    @Test
    void the_endpoints_of_a_service_follow_a_label() {
        plane.kubectl().apply(Manifests.deployment(namespace, "web", 2));
        plane.kubectl().apply(Manifests.service(namespace, "leader", "app: web, leads: \"true\""));
        Eventually.until("two ready pods", () -> readyPods().size() == 2);
        List<String> names =
                readyPods().stream().map(pod -> pod.getMetadata().getName()).toList();

        plane.kubectl("label", "pod", names.get(0), "leads=true", "-n", namespace)
                .orFail();
        Eventually.until("the first is the endpoint", () -> endpoints("leader").equals(List.of(names.get(0))));

        plane.kubectl("label", "pod", names.get(0), "leads-", "-n", namespace).orFail();
        plane.kubectl("label", "pod", names.get(1), "leads=true", "-n", namespace)
                .orFail();
        Eventually.until("the second is the endpoint", () -> endpoints("leader").equals(List.of(names.get(1))));
    }

    @Test
    void a_service_account_is_refused_what_it_has_no_right_to() {
        plane.kubectl("create", "serviceaccount", "nobody", "-n", namespace).orFail();
        var kubectl = new Kubectl(plane.kubeconfigFor(namespace, "nobody"), Folders.temporary("nobody"));

        var refused = kubectl.run("get", "pods", "-n", namespace);

        assertThat(refused.exitCode()).isNotZero();
        assertThat(refused.stderr()).contains("Forbidden", "system:serviceaccount:" + namespace + ":nobody");
    }

    private List<String> endpoints(String service) {
        return Manifests.endpointsOf(plane.client(), namespace, service);
    }

    private List<Pod> readyPods() {
        return plane.client().pods().inNamespace(namespace).withLabel("app", "web").list().getItems().stream()
                .filter(pod -> pod.getStatus().getConditions().stream()
                        .anyMatch(condition -> condition.getType().equals("Ready")
                                && condition.getStatus().equals("True")))
                .toList();
    }

    private Pod pod(String name) {
        return plane.client().pods().inNamespace(namespace).withName(name).get();
    }
}
