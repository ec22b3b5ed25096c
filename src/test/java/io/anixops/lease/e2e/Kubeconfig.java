package io.anixops.lease.e2e;

import java.nio.file.Path;

/** A kubeconfig file as text. */
final class Kubeconfig {
    private Kubeconfig() {}

    static String withTls(String server, Path certificate, String token) {
        return text(server, "certificate-authority: " + certificate, token);
    }

    /** For a server that is reached by an address that its certificate does not know. */
    static String byName(String server, String name, Path certificate, String token) {
        return text(server, "certificate-authority: %s%n    tls-server-name: %s".formatted(certificate, name), token);
    }

    /** For a server that adds its own credentials, such as {@link ApiProxy}. */
    static String plain(String server) {
        return text(server, "insecure-skip-tls-verify: false", "unused");
    }

    /** The same as in this text, for somebody who works in a namespace. */
    static String inNamespace(String namespace, String kubeconfig) {
        return kubeconfig.replace("user: e2e}", "user: e2e, namespace: %s}".formatted(namespace));
    }

    private static String text(String server, String trust, String token) {
        return """
                apiVersion: v1
                kind: Config
                clusters:
                - name: e2e
                  cluster:
                    server: %s
                    %s
                users:
                - name: e2e
                  user:
                    token: %s
                contexts:
                - name: e2e
                  context: {cluster: e2e, user: e2e}
                current-context: e2e
                """.formatted(server, trust, token);
    }
}
