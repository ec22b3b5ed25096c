package io.anixops.lease.operator;

import io.anixops.lease.operator.api.DatabaseLease;
import io.anixops.lease.operator.api.DatabaseLeaseStatus;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.net.HttpURLConnection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The one place that writes a status, always onto the version of the resource that it was decided on. However many there
 * are to write, the API server keeps room for labels, whose time is short.
 */
final class StatusWriter {
    private static final PatchContext JSON_PATCH = PatchContext.of(PatchType.JSON);

    private static final int AT_ONCE = 4;

    private final KubernetesClient client;
    private final RequestPace pace;
    private final Semaphore room = new Semaphore(AT_ONCE, true);

    StatusWriter(KubernetesClient client, RequestPace pace) {
        this.client = client;
        this.pace = pace;
    }

    /**
     * Writes the whole status.
     *
     * @return false when the resource has changed, or gone, since it was read: decide again
     * @throws KubernetesClientException when the API server refused it for another reason, or did not answer
     */
    boolean write(DatabaseLease read, DatabaseLeaseStatus status) {
        pace.needed();
        return patch(read, List.of(precondition(read), add("/status", status)));
    }

    /** Writes the two times that move while nothing changes, where the {@link ExpiryBudget} permits it. */
    boolean refresh(DatabaseLease read, String expiresAt, String renewedAt) {
        return patch(
                read,
                List.of(precondition(read), add("/status/expiresAt", expiresAt), add("/status/renewedAt", renewedAt)));
    }

    /** Takes these two times away, where the budget cannot keep them ahead of the clock. */
    boolean leaveOutExpiry(DatabaseLease read) {
        var shown = Optional.ofNullable(read.getStatus()).orElseGet(DatabaseLeaseStatus::empty);
        return patch(
                read,
                Stream.of(
                                Stream.of(precondition(read)),
                                removal("/status/expiresAt", shown.expiresAt()),
                                removal("/status/renewedAt", shown.renewedAt()))
                        .flatMap(operation -> operation)
                        .toList());
    }

    private boolean patch(DatabaseLease read, List<Map<String, Object>> operations) {
        room.acquireUninterruptibly();
        try {
            // by the item: by its name, the client would read it before each patch
            client.resource(read)
                    .subresource("status")
                    .patch(JSON_PATCH, client.getKubernetesSerialization().asJson(operations));
            return true;
        } catch (KubernetesClientException e) {
            if (e.getCode() == HttpURLConnection.HTTP_CONFLICT || e.getCode() == HttpURLConnection.HTTP_NOT_FOUND) {
                return false;
            }
            throw e;
        } finally {
            room.release();
        }
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

    /** A patch that removes what is not there is refused as a whole. */
    private static Stream<Map<String, Object>> removal(String path, @Nullable String there) {
        return there == null ? Stream.empty() : Stream.of(Map.of("op", "remove", "path", path));
    }
}
