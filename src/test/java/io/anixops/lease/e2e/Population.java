package io.anixops.lease.e2e;

import io.anixops.lease.operator.api.DatabaseLease;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/**
 * So many leases, each with three ready pods of its own, a hundred leases to a namespace. It comes and goes as fast as the
 * API server takes it from eight clients.
 */
final class Population implements AutoCloseable {
    private static final int PODS_OF_A_LEASE = 3;
    private static final int LEASES_OF_A_NAMESPACE = 100;
    private static final int CLIENTS = 8;
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
        atOnce(size * PODS_OF_A_LEASE, i -> {
            var made = client.resource(pod(i)).create();
            client.resource(FakePods.running(made, true)).updateStatus();
        });
    }

    /** Tells of each lease, by name, when it was sent. */
    Map<String, Long> makeLeases() {
        var sent = new ConcurrentHashMap<String, Long>();
        atOnce(size, i -> {
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
    void kill(Leader leader, String lease) {
        client.pods()
                .inNamespace(namespace(Integer.parseInt(lease.substring(lease.indexOf('-') + 1))))
                .withName(leader.name())
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

    private static String name(int lease) {
        return "lease-" + lease;
    }

    private String namespace(int lease) {
        return namespaces.get(lease / LEASES_OF_A_NAMESPACE);
    }

    private static void atOnce(int count, IntConsumer work) {
        var threads = Executors.newFixedThreadPool(CLIENTS);
        try {
            var all = IntStream.range(0, count)
                    .mapToObj(i -> threads.submit(() -> work.accept(i)))
                    .toList();
            for (var one : all) {
                one.get();
            }
        } catch (ExecutionException failed) {
            throw new IllegalStateException("not all of the crowd could be made", failed);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", stopped);
        } finally {
            threads.shutdownNow();
        }
    }
}
