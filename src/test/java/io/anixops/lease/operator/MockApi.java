package io.anixops.lease.operator;

import io.anixops.lease.operator.api.DatabaseLease;
import io.anixops.lease.operator.api.DatabaseLeaseSpec;
import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.fabric8.mockwebserver.Context;
import io.fabric8.mockwebserver.MockWebServer;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An API server in memory with the CRD, and pods that are as ready as a test says. */
public final class MockApi implements AutoCloseable {
    public static final String NAMESPACE = "control";

    private static final Logger LOG = LoggerFactory.getLogger(MockApi.class);
    private static final Path CRD = Path.of("crds/databaseleases.lease.anixops.io-v1.yml");

    private final Traffic traffic = new Traffic();
    private final KubernetesMockServer server =
            new KubernetesMockServer(new Context(), new MockWebServer(), new HashMap<>(), traffic, false);
    private final KubernetesClient client;

    public MockApi() {
        server.init();
        client = server.createClient();
        client.resource(client.getKubernetesSerialization().unmarshal(Files.text(CRD), CustomResourceDefinition.class))
                .create();
    }

    public KubernetesClient client() {
        return client;
    }

    Traffic traffic() {
        return traffic;
    }

    public Pod readyPod(String name) {
        return pod(name, true, Instant.now());
    }

    public Pod pod(String name, boolean ready, Instant readySince) {
        client.resource(runningPod(name, ready, readySince)).create();
        return read(name);
    }

    static Pod runningPod(String name, boolean ready, Instant readySince) {
        return new PodBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace(NAMESPACE)
                .withLabels(Map.of("app", "control"))
                .endMetadata()
                .withNewSpec()
                .withNodeName("node-1")
                .endSpec()
                .withNewStatus()
                .withPhase("Running")
                .addNewCondition()
                .withType("Ready")
                .withStatus(ready ? "True" : "False")
                .withLastTransitionTime(
                        readySince.truncatedTo(ChronoUnit.SECONDS).toString())
                .endCondition()
                .endStatus()
                .build();
    }

    /** One that costs an informer's cache so many bytes. */
    public void fatPod(String name, int bytes) {
        client.resource(new PodBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .withNamespace(NAMESPACE)
                        .addToAnnotations("example.com/fat", "x".repeat(bytes))
                        .endMetadata()
                        .build())
                .create();
    }

    public void setReady(String name, boolean ready) {
        patchPod(
                name,
                List.of(Map.of(
                        "op", "replace", "path", "/status/conditions/0/status", "value", ready ? "True" : "False")));
    }

    public void delete(String name) {
        client.pods().inNamespace(NAMESPACE).withName(name).withGracePeriod(0).delete();
    }

    public Pod read(String name) {
        return client.pods().inNamespace(NAMESPACE).withName(name).get();
    }

    public void patchPod(String name, List<Map<String, Object>> operations) {
        client.pods()
                .inNamespace(NAMESPACE)
                .withName(name)
                .patch(
                        PatchContext.of(PatchType.JSON),
                        client.getKubernetesSerialization().asJson(operations));
    }

    public DatabaseLease apply(String name) {
        return apply(name, 30);
    }

    public DatabaseLease apply(String name, long ttlSeconds) {
        return client.resource(lease(name, ttlSeconds)).create();
    }

    public static DatabaseLease lease(String name, long ttlSeconds) {
        var lease = new DatabaseLease();
        lease.setMetadata(
                new ObjectMetaBuilder().withName(name).withNamespace(NAMESPACE).build());
        lease.setSpec(new DatabaseLeaseSpec(
                null,
                null,
                ttlSeconds,
                null,
                new LabelSelectorBuilder().addToMatchLabels("app", "control").build(),
                null));
        return lease;
    }

    public DatabaseLease lease(String name) {
        return client.resources(DatabaseLease.class)
                .inNamespace(NAMESPACE)
                .withName(name)
                .get();
    }

    /** What was asked of it since this was called last: method and path. */
    public List<String> requests() {
        var requests = new ArrayList<String>();
        try {
            for (var next = server.takeRequest(1, TimeUnit.MILLISECONDS);
                    next != null;
                    next = server.takeRequest(1, TimeUnit.MILLISECONDS)) {
                requests.add(next.getMethod() + " " + next.getPath());
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted while requests were counted", e);
        }
        return requests;
    }

    /** Names of the pods that bear the lease's leader label. */
    public List<String> labelled(String lease) {
        return client.pods().inNamespace(NAMESPACE).withLabel(Keys.LEADER + lease).list().getItems().stream()
                .map(pod -> pod.getMetadata().getName())
                .toList();
    }

    @Override
    public void close() {
        client.close();
        try {
            server.destroy();
        } catch (
                IllegalStateException
                        slow) { // on a busy machine it gives up waiting for its own end, which comes later
            LOG.warn("the API server in memory has not ended in time", slow);
        }
    }
}
