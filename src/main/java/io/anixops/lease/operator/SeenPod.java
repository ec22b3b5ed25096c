package io.anixops.lease.operator;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodSpec;
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
 * A pod as the cache keeps it: what decisions are made of, and of what is alike on many pods one for all, so that tens of
 * thousands fit into a small heap.
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

    private static final Pool<Map<String, String>> LABELS = new Pool<>(1_024);
    private static final Pool<PodSpec> SPECS = new Pool<>(1_024);
    private static final Pool<PodStatus> STATUSES = new Pool<>(1_024);

    SeenPod() {
        setAdditionalProperties(Map.of());
    }

    /** What a later version adds is passed over. */
    @Override
    public void setAdditionalProperty(String name, Object value) {}

    @Override
    public void setMetadata(@Nullable ObjectMeta metadata) {
        if (metadata != null) {
            metadata.setLabels(LABELS.of(copy(metadata.getLabels())));
            metadata.setAnnotations(ours(metadata.getAnnotations()));
        }
        super.setMetadata(metadata);
    }

    /** One for all pods of a node. */
    @Override
    public void setSpec(@Nullable PodSpec spec) {
        super.setSpec(SPECS.of(spec));
    }

    @Override
    public void setStatus(@Nullable PodStatus status) {
        if (status != null) {
            status.setConditions(Stream.ofNullable(status.getConditions())
                    .flatMap(List::stream)
                    .filter(condition -> Candidates.READY.equals(condition.getType()))
                    .map(SeenPod::lean)
                    .toList());
        }
        super.setStatus(STATUSES.of(status));
    }

    private static PodCondition lean(PodCondition ready) {
        var lean = new PodCondition();
        lean.setType(Candidates.READY);
        lean.setStatus(ready.getStatus());
        lean.setLastTransitionTime(ready.getLastTransitionTime());
        lean.setAdditionalProperties(Map.of());
        return lean;
    }

    private static @Nullable Map<String, String> copy(@Nullable Map<String, String> labels) {
        return labels == null ? null : Map.copyOf(labels);
    }

    private static Map<String, String> ours(@Nullable Map<String, String> annotations) {
        return Stream.ofNullable(annotations)
                .flatMap(all -> all.entrySet().stream())
                .filter(entry -> entry.getKey().startsWith(Keys.NONCE))
                .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));
    }
}
