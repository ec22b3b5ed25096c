package io.anixops.lease.e2e;

import io.anixops.lease.operator.api.DatabaseLease;
import io.anixops.lease.operator.api.DatabaseLeaseStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

/**
 * So many leases, each with three ready pods of its own, a hundred leases to a namespace. It comes and goes as fast as the
 * API server takes it from eight clients.
 */
final class Population implements AutoCloseable {
    private static final int PODS_OF_A_LEASE = 3;
    private static final int LEASES_OF_A_NAMESPACE = 100;
    private static final int TTL_SECONDS = 30;

    private final ControlPlane plane;
    private final KubernetesClient client;
    private final int size;
    private final List<String> namespaces;

    Population(ControlPlane plane, int size) {
        this.plane = plane;
        this.client = plane.client();
        this.size = size;
        namespaces = IntStream.rangeClosed(0, (size - 1) / LEASES_OF_A_NAMESPACE)
                .mapToObj(i -> plane.newNamespace("crowd"))
                .toList();
    }

    void makePods() {
        AtOnce.times(size * PODS_OF_A_LEASE, this::makePod);
    }

    private void makePod(int number) {
        var made = client.resource(pod(number)).create();
        client.resource(FakePods.running(made, true)).updateStatus();
    }

    /** One that is gone, under its name. */
    void makePodAgain(String name) {
        makePod(numberOf(name));
    }

    void setReady(String pod, boolean ready) {
        new FakePods(client).setReady(namespaceOfPod(pod), pod, ready);
    }

    /** The pod that leads by the lease's status. */
    Optional<String> leaderOf(int lease) {
        var resource = client.resources(DatabaseLease.class)
                .inNamespace(namespace(lease))
                .withName(name(lease))
                .get();
        return Optional.ofNullable(resource.getStatus()).map(DatabaseLeaseStatus::holderPod);
    }

    /** Leases whose status does not say who leads. */
    long withoutLeader() {
        return client.resources(DatabaseLease.class).inAnyNamespace().list().getItems().stream()
                .filter(lease -> lease.getStatus() == null || lease.getStatus().leader() == null)
                .count();
    }

    /** Tells of each lease, by name, when it was sent. */
    Map<String, Long> makeLeases() {
        var sent = new ConcurrentHashMap<String, Long>();
        AtOnce.times(size, i -> {
            var lease = client.getKubernetesSerialization()
                    .unmarshal(
                            Manifests.databaseLease(namespace(i), name(i), name(i), TTL_SECONDS), DatabaseLease.class);
            sent.put(name(i), System.nanoTime());
            client.resource(lease).create();
        });
        return sent;
    }

    void deleteLeases() {
        deleteAll("/apis/lease.anixops.io/v1/namespaces/%s/databaseleases");
    }

    /** A pod that is gone at once, with its grace. */
    void kill(String pod) {
        client.pods()
                .inNamespace(namespaceOfPod(pod))
                .withName(pod)
                .withGracePeriod(0)
                .delete();
    }

    @Override
    public void close() {
        deleteLeases();
        deleteAll("/api/v1/namespaces/%s/pods?gracePeriodSeconds=0");
        namespaces.forEach(name ->
                plane.kubectl("delete", "namespace", name, "--wait=false").orFail());
    }

    private void deleteAll(String path) {
        namespaces.forEach(
                name -> plane.kubectl("delete", "--raw", path.formatted(name)).orFail());
    }

    private Pod pod(int number) {
        var lease = number / PODS_OF_A_LEASE;
        return new PodBuilder(FakePods.pod(namespace(lease), "pod-" + number, name(lease), true))
                .editSpec()
                .withNodeName(ControlPlane.NODE)
                .endSpec()
                .build();
    }

    private static int numberOf(String pod) {
        return Integer.parseInt(pod.substring(pod.indexOf('-') + 1));
    }

    private String namespaceOfPod(String pod) {
        return namespace(numberOf(pod) / PODS_OF_A_LEASE);
    }

    private static String name(int lease) {
        return "lease-" + lease;
    }

    private String namespace(int lease) {
        return namespaces.get(lease / LEASES_OF_A_NAMESPACE);
    }
}
