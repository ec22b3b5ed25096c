package io.anixops.lease.planted.app;

import io.fabric8.kubernetes.client.KubernetesClient;

public final class ProgramThatDeletesPods {
    private ProgramThatDeletesPods() {}

    public static void run(KubernetesClient client) {
        client.pods().inNamespace("a").withName("b").delete();
    }
}
