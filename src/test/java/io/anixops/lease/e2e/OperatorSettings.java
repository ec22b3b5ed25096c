package io.anixops.lease.e2e;

import io.anixops.lease.postgres.TestPostgres;
import java.nio.file.Path;

/** The operator's settings as the scenarios use them: the one place that spells their names. */
final class OperatorSettings {
    private OperatorSettings() {}

    /** An operator on this database with these rights, ready to be started. */
    static OperatorProcess.Builder operator(Path kubeconfig, TestPostgres.Database database) {
        var operator = OperatorProcess.builder();
        return operator.kubeconfig(kubeconfig)
                .env("POD_NAMESPACE", OperatorAccount.NAMESPACE)
                .env("DBLEASE_DATABASE_URL", database.jdbcUrl())
                .env("DBLEASE_DATABASE_USER", database.user())
                .env("DBLEASE_HTTP_ADDRESS", "127.0.0.1")
                .env("DBLEASE_HTTP_PORT", Integer.toString(operator.port()));
    }
}
