package io.anixops.lease.e2e;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodConditionBuilder;
import io.fabric8.kubernetes.api.model.PodIP;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** Does to a pod's status what its kubelet would do: readiness, failure. Works on manual and on other pods alike. */
final class FakePods {
    private final KubernetesClient client;

    FakePods(KubernetesClient client) {
        this.client = client;
    }

    /** The manifest of a pod that no controller owns; manual ones wait for {@link #setReady}. */
    static Pod pod(String namespace, String name, String app, boolean manual) {
        return new PodBuilder()
                .withNewMetadata()
                .withNamespace(namespace)
                .withName(name)
                .addToLabels("app", app)
                .addToAnnotations(Kwok.MANUAL, Boolean.toString(manual))
                .endMetadata()
                .withNewSpec()
                .withTerminationGracePeriodSeconds(30L)
                .addNewContainer()
                .withName("main")
                .withImage("fake")
                .endContainer()
                .endSpec()
                .build();
    }

    /** Running, and ready or not. */
    void setReady(String namespace, String name, boolean ready) {
        patchStatus(namespace, name, pod -> running(pod, ready));
    }

    /** The same pod, running, and ready or not; nothing is written. */
    static Pod running(Pod pod, boolean ready) {
        return new PodBuilder(pod)
                .editOrNewStatus()
                .withPhase("Running")
                .withPodIP(addressOf(pod))
                .withPodIPs(new PodIP(addressOf(pod)))
                .withConditions(conditions(pod, ready))
                .endStatus()
                .build();
    }

    /** Ended for good, as after an eviction by the kubelet. */
    void fail(String namespace, String name) {
        patchStatus(
                namespace,
                name,
                pod -> new PodBuilder(pod)
                        .editOrNewStatus()
                        .withPhase("Failed")
                        .withReason("Evicted")
                        .withConditions(conditions(pod, false))
                        .endStatus()
                        .build());
    }

    private void patchStatus(String namespace, String name, UnaryOperator<Pod> change) {
        client.pods().inNamespace(namespace).withName(name).editStatus(change);
    }

    private static List<PodCondition> conditions(Pod pod, boolean ready) {
        List<PodCondition> conditions = new ArrayList<>(pod.getStatus().getConditions());
        conditions.removeIf(condition -> condition.getType().equals("Ready"));
        conditions.add(new PodConditionBuilder()
                .withType("Ready")
                .withStatus(ready ? "True" : "False")
                .withLastTransitionTime(
                        Instant.now().truncatedTo(ChronoUnit.SECONDS).toString())
                .build());
        return conditions;
    }

    /** Any address will do, as long as each pod has its own: EndpointSlices list it, and nobody calls it. */
    private static String addressOf(Pod pod) {
        String given = pod.getStatus().getPodIP();
        int hash = pod.getMetadata().getUid().hashCode();
        return given != null ? given : "10.99.%d.%d".formatted((hash >>> 8) & 255, Math.max(1, hash & 255));
    }
}
