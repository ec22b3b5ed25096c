package io.anixops.lease.operator;

import com.fasterxml.jackson.annotation.JsonIncludeProperties;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Singular;
import io.fabric8.kubernetes.model.annotation.Version;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A pod without what nobody here asks for: of its spec only the node, of its status only how it is. The rest is passed over
 * while it is read, and the hundreds of classes that stand for it are never loaded.
 */
@Group("")
@Version("v1")
@Kind("Pod")
@Singular("pod")
@Plural("pods")
public class LeanPod extends Pod {
    private static final long serialVersionUID = 1L;

    @Override
    @JsonDeserialize(as = Metadata.class)
    public void setMetadata(@Nullable ObjectMeta metadata) {
        super.setMetadata(metadata);
    }

    @Override
    @JsonDeserialize(as = Spec.class)
    public void setSpec(@Nullable PodSpec spec) {
        super.setSpec(spec);
    }

    @Override
    @JsonDeserialize(as = Status.class)
    public void setStatus(@Nullable PodStatus status) {
        super.setStatus(status);
    }

    @JsonIncludeProperties({
        "namespace",
        "name",
        "uid",
        "resourceVersion",
        "creationTimestamp",
        "deletionTimestamp",
        "labels",
        "annotations"
    })
    static final class Metadata extends ObjectMeta {
        private static final long serialVersionUID = 1L;

        /** Empty lists and maps are most of what is empty; a cache has thirty of them for each pod. */
        Metadata() {
            setFinalizers(null);
            setManagedFields(null);
            setOwnerReferences(null);
            setAdditionalProperties(Map.of());
        }
    }

    @JsonIncludeProperties("nodeName")
    static final class Spec extends PodSpec {
        private static final long serialVersionUID = 1L;

        Spec() {
            setContainers(null);
            setEphemeralContainers(null);
            setEvictionResponders(null);
            setHostAliases(null);
            setImagePullSecrets(null);
            setInitContainers(null);
            setNodeSelector(null);
            setOverhead(null);
            setReadinessGates(null);
            setResourceClaims(null);
            setSchedulingGates(null);
            setTolerations(null);
            setTopologySpreadConstraints(null);
            setVolumes(null);
            setAdditionalProperties(Map.of());
        }
    }

    @JsonIncludeProperties({"phase", "conditions"})
    static final class Status extends PodStatus {
        private static final long serialVersionUID = 1L;

        Status() {
            setAllocatedResources(null);
            setContainerStatuses(null);
            setEphemeralContainerStatuses(null);
            setHostIPs(null);
            setInitContainerStatuses(null);
            setNodeAllocatableResourceClaimStatuses(null);
            setPodIPs(null);
            setResourceClaimStatuses(null);
            setVolumeHealth(null);
            setAdditionalProperties(Map.of());
        }
    }
}
