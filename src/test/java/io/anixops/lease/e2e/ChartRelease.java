package io.anixops.lease.e2e;

import io.anixops.lease.postgres.TestPostgres;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import java.util.stream.Stream;

/** A release of the chart by the real helm, in a namespace that enforces the restricted standard for pods. */
final class ChartRelease {
    static final String NAMESPACE = "leases-system";

    private final ControlPlane plane;
    private final String name;
    private final String namespace;
    private final Helm helm;
    private final String[] database;

    private ChartRelease(String name, ControlPlane plane, TestPostgres.Database database) {
        this.plane = plane;
        this.name = name;
        namespace = name + "-system";
        helm = Helm.on(plane);
        this.database = new String[] {
            "database.host=127.0.0.1",
            "database.port=" + database.port(),
            "database.name=" + database.name(),
            "database.user=" + database.user()
        };
    }

    /** The one of docs/install.md, once its commands have been run. */
    static ChartRelease ofTheDocument(ControlPlane plane, TestPostgres.Database database) {
        return new ChartRelease("leases", plane, database);
    }

    /** Installed with these values, once its pods are ready, in a namespace named after it. */
    static ChartRelease installInto(String name, ControlPlane plane, TestPostgres.Database database, String... values) {
        return installInto(name, Helm.CHART, plane, database, values);
    }

    /** The same of another chart. */
    static ChartRelease installInto(
            String name, String chart, ControlPlane plane, TestPostgres.Database database, String... values) {
        var release = new ChartRelease(name, plane, database);
        plane.kubectl().apply("""
                apiVersion: v1
                kind: Namespace
                metadata:
                  name: %s
                  labels: {pod-security.kubernetes.io/enforce: restricted}
                """.formatted(release.namespace));
        Eventually.until(
                "the account of new pods is there",
                () -> plane.client()
                                .serviceAccounts()
                                .inNamespace(release.namespace)
                                .withName("default")
                                .get()
                        != null);
        release.helm(Helm.with(values, "install", name, chart, "--wait", "--timeout", "90s"));
        return release;
    }

    /** helm in the release's namespace, with the database's values; it must succeed. */
    String helm(String... command) {
        var all = Stream.concat(Stream.of(command), Stream.of("-n", namespace)).toArray(String[]::new);
        return helm.run(command[0].equals("install") || command[0].equals("upgrade") ? Helm.with(database, all) : all)
                .orFail();
    }

    /** What further values make of the release. */
    String template(String... values) {
        return helm.template(
                name,
                namespace,
                Stream.concat(Stream.of(database), Stream.of(values)).toArray(String[]::new));
    }

    Container container() {
        Deployment deployment = plane.client()
                .apps()
                .deployments()
                .inNamespace(namespace)
                .withName(account())
                .get();
        return deployment.getSpec().getTemplate().getSpec().getContainers().get(0);
    }

    /** The packaged jar, with the variables of the release's container and the rights of its account. */
    OperatorProcess.Builder operator(Container container) {
        var operator = OperatorProcess.builder();
        container.getEnv().stream()
                .filter(variable -> variable.getValue() != null)
                .forEach(variable -> operator.env(variable.getName(), variable.getValue()));
        return operator.kubeconfig(plane.kubeconfigFor(namespace, account()))
                .env("POD_NAMESPACE", namespace)
                .env(
                        "DBLEASE_DATABASE_PASSWORD_FILE",
                        Folders.write(Folders.temporary("password").resolve("password"), "x\n")
                                .toString())
                .env("DBLEASE_HTTP_ADDRESS", "127.0.0.1")
                .env("DBLEASE_HTTP_PORT", Integer.toString(operator.port()));
    }

    private String account() {
        return name + "-database-lease-operator";
    }
}
