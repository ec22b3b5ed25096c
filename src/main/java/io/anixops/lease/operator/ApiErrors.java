package io.anixops.lease.operator;

import io.anixops.lease.Printable;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.Optional;

/** Says in a sentence what the API server, or the way to it, answered. */
final class ApiErrors {
    private ApiErrors() {}

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
