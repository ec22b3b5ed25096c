package io.anixops.lease.e2e;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/** A namespace of a real API server that serves the shipped CRD. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class CrdInputs {
    final Kubectl kubectl = ControlPlane.shared().kubectl();
    final String namespace = ControlPlane.shared().newNamespace("crd");

    @BeforeAll
    void serve_the_crd() {
        kubectl.run("apply", "-f", "crds").orFail();
        kubectl.run("wait", "--for=condition=Established", "--timeout=60s", "-f", "crds")
                .orFail();
        Eventually.until("DatabaseLease is served", () -> list().exitCode() == 0);
    }

    @AfterAll
    void remove() {
        kubectl.run("delete", "namespace", namespace, "--wait=false").orFail();
    }

    Kubectl.Result list() {
        return kubectl.run("get", "databaseleases", "-n", namespace);
    }
}
