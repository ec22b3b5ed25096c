package io.anixops.lease.operator;

import static java.util.Comparator.comparing;

import io.anixops.lease.LeaseName;
import io.anixops.lease.operator.api.DatabaseLease;
import io.anixops.lease.operator.decision.Candidate;
import io.fabric8.kubernetes.api.model.Pod;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.IndexerResourceCache;
import io.javaoperatorsdk.operator.processing.event.source.informer.InformerEventSource;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the informers know, by the questions that are asked of it. Nothing here calls the API server. */
final class LeaseCache {
    private static final String BY_NAMESPACE = "lease-namespace";
    private static final String BY_ROW = "lease-row";
    private static final String BY_KEYS = "lease-keys";
    private static final String BY_REFUSAL = "lease-refusal";

    private final IndexerResourceCache<DatabaseLease> resources;
    private final InformerEventSource<Pod, DatabaseLease> pods;
    private final SharedLeases shared;

    LeaseCache(
            IndexerResourceCache<DatabaseLease> resources,
            InformerEventSource<Pod, DatabaseLease> pods,
            SharedLeases shared) {
        this.resources = resources;
        this.pods = pods;
        this.shared = shared;
        pods.addIndexers(Map.of(
                BY_NAMESPACE,
                pod -> List.of(pod.getMetadata().getNamespace()),
                BY_KEYS,
                LeaseCache::keysOn,
                BY_REFUSAL,
                pod -> Candidates.canBe(pod)
                        ? List.of()
                        : List.of(pod.getMetadata().getNamespace())));
    }

    /** To be called before the cache of resources is filled. */
    static void index(IndexerResourceCache<DatabaseLease> resources, SharedLeases shared) {
        resources.addIndexers(Map.of(
                BY_NAMESPACE,
                resource -> List.of(resource.getMetadata().getNamespace()),
                BY_ROW,
                resource -> rowName(LeaseRow.of(resource, shared)).map(LeaseName::value).stream()
                        .toList()));
    }

    Optional<DatabaseLease> resource(ResourceID id) {
        return resources.get(id);
    }

    /** Which row it stands for, or why for none. */
    LeaseRow row(DatabaseLease resource) {
        return LeaseRow.of(resource, shared);
    }

    Optional<LeaseName> rowName(DatabaseLease resource) {
        return rowName(row(resource));
    }

    Stream<DatabaseLease> all() {
        return resources.list();
    }

    List<Pod> selectedPods(DatabaseLease resource) {
        return pods.byIndex(BY_NAMESPACE, resource.getMetadata().getNamespace()).stream()
                .filter(pod -> Selectors.matches(resource.getSpec().selector(), Keys.labels(pod)))
                .toList();
    }

    List<Candidate> candidates(DatabaseLease resource) {
        return selectedPods(resource).stream()
                .filter(Candidates::canBe)
                .map(Candidates::of)
                .toList();
    }

    /** Pods that are selected and can never lead. */
    List<Pod> refused(DatabaseLease resource) {
        return pods.byIndex(BY_REFUSAL, resource.getMetadata().getNamespace()).stream()
                .filter(pod -> resource.getSpec() != null)
                .filter(pod -> Selectors.matches(resource.getSpec().selector(), Keys.labels(pod)))
                .toList();
    }

    /** Pods of the namespace that bear a key of the lease. */
    List<Pod> bearing(String namespace, Keys keys) {
        return pods.byIndex(BY_KEYS, namespace + "/" + keys.lease());
    }

    /** Leases, with a resource or without, whose keys are on pods. */
    Stream<ResourceID> marked() {
        return pods.list()
                .flatMap(pod -> Keys.leasesOn(pod)
                        .map(lease -> new ResourceID(lease, pod.getMetadata().getNamespace())))
                .distinct();
    }

    boolean knowsPod(String namespace, String uid) {
        return pods.byIndex(BY_NAMESPACE, namespace).stream()
                .anyMatch(pod -> pod.getMetadata().getUid().equals(uid));
    }

    /** The resource that has this row, where several claim it: the older one, of two made in one second the first by name. */
    Optional<DatabaseLease> owner(LeaseName row) {
        return resources.byIndex(BY_ROW, row.value()).stream()
                .filter(resource -> !resource.isMarkedForDeletion())
                .min(seniority());
    }

    Stream<ResourceID> claimants(LeaseName row) {
        return resources.byIndex(BY_ROW, row.value()).stream().map(ResourceID::fromResource);
    }

    /** Resources that a change of this pod may concern: that select it, or whose keys it bears. */
    static Set<ResourceID> concernedBy(Pod pod, IndexerResourceCache<DatabaseLease> resources) {
        var namespace = pod.getMetadata().getNamespace();
        var selecting = resources.byIndex(BY_NAMESPACE, namespace).stream()
                .filter(resource -> resource.getSpec() != null)
                .filter(resource -> Selectors.matches(resource.getSpec().selector(), Keys.labels(pod)))
                .map(ResourceID::fromResource);
        var marked = Keys.leasesOn(pod).map(lease -> new ResourceID(lease, namespace));
        return Stream.concat(selecting, marked).collect(Collectors.toSet());
    }

    private static Comparator<DatabaseLease> seniority() {
        return comparing((DatabaseLease resource) -> resource.getMetadata().getCreationTimestamp())
                .thenComparing(resource -> resource.getMetadata().getName());
    }

    private static List<String> keysOn(Pod pod) {
        return Keys.leasesOn(pod)
                .map(lease -> pod.getMetadata().getNamespace() + "/" + lease)
                .toList();
    }

    private static Optional<LeaseName> rowName(LeaseRow row) {
        return row.match(named -> Optional.of(named.name()), refused -> Optional.empty());
    }
}
