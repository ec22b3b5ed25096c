package io.anixops.lease.operator;

import io.anixops.lease.operator.api.DatabaseLease;
import io.anixops.lease.operator.api.DatabaseLeaseStatus;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.net.HttpURLConnection;
import java.util.List;
import java.util.Map;

/** The one place that writes a status, always onto the version of the resource that it was decided on. */
final class StatusWriter {
    private static final PatchContext JSON_PATCH = PatchContext.of(PatchType.JSON);

    private final KubernetesClient client;

    StatusWriter(KubernetesClient client) {
        this.client = client;
    }

    /**
     * Writes the whole status.
     *
     * @return false when the resource has changed, or gone, since it was read: decide again
     * @throws KubernetesClientException when the API server refused it for another reason, or did not answer
     */
    boolean write(DatabaseLease read, DatabaseLeaseStatus status) {
        return patch(read, List.of(precondition(read), add("/status", status)));
    }

    /** Writes the two times that move while nothing changes. */
    boolean refresh(DatabaseLease read, String expiresAt, String renewedAt) {
        return patch(
                read,
                List.of(precondition(read), add("/status/expiresAt", expiresAt), add("/status/renewedAt", renewedAt)));
    }

    private boolean patch(DatabaseLease read, List<Map<String, Object>> operations) {
        try {
            client.resources(DatabaseLease.class)
                    .inNamespace(read.getMetadata().getNamespace())
                    .resource(named(read)) // by name alone, the client would read it first
                    .subresource("status")
                    .patch(JSON_PATCH, client.getKubernetesSerialization().asJson(operations));
            return true;
        } catch (KubernetesClientException e) {
            if (e.getCode() == HttpURLConnection.HTTP_CONFLICT || e.getCode() == HttpURLConnection.HTTP_NOT_FOUND) {
                return false;
            }
            throw e;
        }
    }

    private static DatabaseLease named(DatabaseLease read) {
        var named = new DatabaseLease();
        named.setMetadata(new ObjectMetaBuilder()
                .withNamespace(read.getMetadata().getNamespace())
                .withName(read.getMetadata().getName())
                .build());
        return named;
    }

    private static Map<String, Object> precondition(DatabaseLease read) {
        return Map.of(
                "op",
                "replace",
                "path",
                "/metadata/resourceVersion",
                "value",
                read.getMetadata().getResourceVersion());
    }

    private static Map<String, Object> add(String path, Object value) {
        return Map.of("op", "add", "path", path, "value", value);
    }
}
