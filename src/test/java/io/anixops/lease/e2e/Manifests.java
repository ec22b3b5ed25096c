package io.anixops.lease.e2e;

import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;

/** Manifests that several scenarios use. */
final class Manifests {
    private Manifests() {}

    /** Pods with label app, which become ready by themselves. */
    static String deployment(String namespace, String app, int replicas) {
        return """
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: %2$s, namespace: %1$s}
                spec:
                  replicas: %3$d
                  selector: {matchLabels: {app: %2$s}}
                  template:
                    metadata: {labels: {app: %2$s}}
                    spec:
                      terminationGracePeriodSeconds: 30
                      containers: [{name: main, image: fake}]
                """.formatted(namespace, app, replicas);
    }

    /** The same, with a new pod ready before an old one goes when its template changes. */
    static String surgingDeployment(String namespace, String app, int replicas) {
        return deployment(namespace, app, replicas)
                .replace(
                        "spec:\n  replicas",
                        "spec:\n  strategy: {rollingUpdate: {maxSurge: 1, maxUnavailable: 0}}\n  replicas");
    }

    /** The same as a StatefulSet, whose pods come back under their names. */
    static String statefulSet(String namespace, String app, int replicas) {
        return """
                apiVersion: apps/v1
                kind: StatefulSet
                metadata: {name: %2$s, namespace: %1$s}
                spec:
                  replicas: %3$d
                  serviceName: %2$s
                  podManagementPolicy: Parallel
                  selector: {matchLabels: {app: %2$s}}
                  template:
                    metadata: {labels: {app: %2$s}}
                    spec:
                      terminationGracePeriodSeconds: 30
                      containers: [{name: main, image: fake}]
                """.formatted(namespace, app, replicas);
    }

    /** A Service with these labels, written as in YAML between braces, as its selector. */
    static String service(String namespace, String name, String selector) {
        return """
                apiVersion: v1
                kind: Service
                metadata: {name: %2$s, namespace: %1$s}
                spec:
                  selector: {%3$s}
                  ports: [{port: 80}]
                """.formatted(namespace, name, selector);
    }

    /** A lease whose candidates are the pods with this label app. */
    static String databaseLease(String namespace, String name, String app, int ttlSeconds) {
        return """
                apiVersion: lease.anixops.io/v1
                kind: DatabaseLease
                metadata: {name: %2$s, namespace: %1$s}
                spec:
                  ttlSeconds: %4$d
                  selector: {matchLabels: {app: %3$s}}
                """.formatted(namespace, name, app, ttlSeconds);
    }

    /** One that the pods' own processes hold. */
    static String databaseLeaseOfPods(String namespace, String name, String app, int ttlSeconds) {
        return databaseLease(namespace, name, app, ttlSeconds).replace("spec:\n", "spec:\n  electedBy: Pods\n");
    }

    /** The names of the pods that a Service sends traffic to. */
    static List<String> endpointsOf(KubernetesClient client, String namespace, String service) {
        return client
                .discovery()
                .v1()
                .endpointSlices()
                .inNamespace(namespace)
                .withLabel("kubernetes.io/service-name", service)
                .list()
                .getItems()
                .stream()
                .flatMap(slice -> EndpointsWatch.readyPodsOf(slice).stream())
                .toList();
    }
}
