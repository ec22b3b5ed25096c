package io.anixops.lease.operator;

import io.anixops.lease.Printable;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.Optional;
import java.util.Set;

/** Says in a sentence what the API server, or the way to it, answered. */
final class ApiErrors {
    private static final Set<Integer> OF_CONTENT = Set.of(400, 403, 413, 422);

    private ApiErrors() {}

    /** Whether it was refused for what it asked, and so will be again. */
    static boolean isOfContent(KubernetesClientException e) {
        return OF_CONTENT.contains(e.getCode());
    }

    /** For whatever was thrown by a call, though it should be the client's own. */
    static String sentence(RuntimeException e) {
        return e instanceof KubernetesClientException answer ? sentence(answer) : Printable.of(e.toString());
    }

    static String sentence(KubernetesClientException e) {
        var status = Optional.ofNullable(e.getStatus()).map(s -> s.getMessage()).orElse(e.getMessage());
        var text = Printable.of(status == null ? e.getClass().getSimpleName() : status);
        return e.getCode() > 0 ? "%d, %s".formatted(e.getCode(), text) : text;
    }
}
