package io.anixops.lease.operator;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Singular;
import io.fabric8.kubernetes.model.annotation.Version;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A pod as the cache keeps it: what decisions are made of, so that tens of thousands fit into a small heap.
 *
 * <p>No patch may be made from it: an annotation that it does not know is not one that the pod does not have. Writes begin
 * with a live read, which is a {@link LeanPod}.
 */
@Group("")
@Version("v1")
@Kind("Pod")
@Singular("pod")
@Plural("pods")
final class SeenPod extends LeanPod {
    private static final long serialVersionUID = 1L;

    @Override
    public void setMetadata(@Nullable ObjectMeta metadata) {
        if (metadata != null) {
            metadata.setAnnotations(ours(metadata.getAnnotations()));
        }
        super.setMetadata(metadata);
    }

    @Override
    public void setStatus(@Nullable PodStatus status) {
        if (status != null) {
            status.setConditions(Stream.ofNullable(status.getConditions())
                    .flatMap(List::stream)
                    .filter(condition -> Candidates.READY.equals(condition.getType()))
                    .toList());
        }
        super.setStatus(status);
    }

    private static Map<String, String> ours(@Nullable Map<String, String> annotations) {
        return Stream.ofNullable(annotations)
                .flatMap(all -> all.entrySet().stream())
                .filter(entry -> entry.getKey().startsWith(Keys.NONCE))
                .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));
    }
}
