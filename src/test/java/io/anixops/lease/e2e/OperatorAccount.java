package io.anixops.lease.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The operator's service account and its rights, exactly as they are shipped in k8s/base. */
final class OperatorAccount {
    static final String NAMESPACE = "database-lease-operator";
    static final String NAME = "database-lease-operator";

    private OperatorAccount() {}

    /** Creates namespace, account and rights; a kubeconfig of the account is the answer. */
    static Path in(ControlPlane plane) {
        plane.kubectl().apply("{apiVersion: v1, kind: Namespace, metadata: {name: %s}}".formatted(NAMESPACE));
        plane.kubectl().apply(shipped("k8s/base/rbac.yaml"));
        return plane.kubeconfigFor(NAMESPACE, NAME);
    }

    static String token(ControlPlane plane) {
        return plane.tokenFor(NAMESPACE, NAME);
    }

    /** A file of the project, from its root. */
    static String shipped(String file) {
        try {
            return Files.readString(Path.of(System.getProperty("project.basedir", "."), file));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
