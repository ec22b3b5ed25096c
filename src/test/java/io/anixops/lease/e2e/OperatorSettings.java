package io.anixops.lease.e2e;

import io.anixops.lease.postgres.TestPostgres;
import java.net.URI;
import java.nio.file.Path;

/** The operator's settings as the scenarios use them: the one place that spells their names. */
final class OperatorSettings {
    private OperatorSettings() {}

    /** An operator on this database with these rights, ready to be started. */
    static OperatorProcess.Builder operator(Path kubeconfig, TestPostgres.Database database) {
        return on(database).kubeconfig(kubeconfig);
    }

    /** One that finds the API server as in a pod, by the files of its account: a kubeconfig alone makes it load much more. */
    static OperatorProcess.Builder asInPod(ControlPlane plane, TestPostgres.Database database) {
        var folder = Folders.temporary("account");
        OperatorAccount.in(plane);
        var token = Folders.write(folder.resolve("token"), OperatorAccount.token(plane));
        var url = URI.create(plane.apiServer().url());
        return on(database)
                .env("HOME", folder.toString())
                .env("KUBERNETES_SERVICE_HOST", url.getHost())
                .env("KUBERNETES_SERVICE_PORT", Integer.toString(url.getPort()))
                .env("KUBERNETES_AUTH_SERVICEACCOUNT_TOKEN", token.toString())
                .env("KUBERNETES_CERTS_CA_FILE", plane.apiServer().certificate().toString());
    }

    private static OperatorProcess.Builder on(TestPostgres.Database database) {
        var operator = OperatorProcess.builder();
        return operator.env("POD_NAMESPACE", OperatorAccount.NAMESPACE)
                .env("DBLEASE_DATABASE_URL", database.jdbcUrl())
                .env("DBLEASE_DATABASE_USER", database.user())
                .env("DBLEASE_HTTP_ADDRESS", "127.0.0.1")
                .env("DBLEASE_HTTP_PORT", Integer.toString(operator.port()));
    }
}
