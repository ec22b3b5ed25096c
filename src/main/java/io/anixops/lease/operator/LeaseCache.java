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
    private static final String BY_ANCHOR = "lease-anchor";
    private static final String BY_ROW = "lease-row";
    private static final String BY_KEYS = "lease-keys";
    private static final String BY_REFUSAL = "lease-refusal";

    private final IndexerResourceCache<DatabaseLease> resources;
    private final InformerEventSource<SeenPod, DatabaseLease> pods;
    private final SharedLeases shared;

    LeaseCache(
            IndexerResourceCache<DatabaseLease> resources,
            InformerEventSource<SeenPod, DatabaseLease> pods,
            SharedLeases shared) {
        this.resources = resources;
        this.pods = pods;
        this.shared = shared;
        pods.addIndexers(Map.of(
                BY_ANCHOR,
                Anchors::of,
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
                BY_ANCHOR,
                resource -> anchors(resource).toList(),
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

    List<Candidate> candidates(DatabaseLease resource) {
        return anchors(resource)
                .flatMap(anchor -> pods.byIndex(BY_ANCHOR, anchor).stream())
                .filter(pod -> selects(resource, pod))
                .filter(Candidates::canBe)
                .map(Candidates::of)
                .toList();
    }

    /** Pods that are selected and can never lead. */
    List<SeenPod> refused(DatabaseLease resource) {
        return pods.byIndex(BY_REFUSAL, resource.getMetadata().getNamespace()).stream()
                .filter(pod -> selects(resource, pod))
                .toList();
    }

    /** Pods of the namespace that bear a key of the lease. */
    List<SeenPod> bearing(String namespace, Keys keys) {
        return pods.byIndex(BY_KEYS, namespace + "/" + keys.lease());
    }

    /** Leases, with a resource or without, whose keys are on pods. */
    Stream<ResourceID> marked() {
        return pods.list()
                .flatMap(pod -> Keys.leasesOn(pod)
                        .map(lease -> new ResourceID(lease, pod.getMetadata().getNamespace())))
                .distinct();
    }

    boolean knowsPod(String namespace, String name, String uid) {
        return pods.get(new ResourceID(name, namespace))
                .filter(pod -> pod.getMetadata().getUid().equals(uid))
                .isPresent();
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
        var selecting = Anchors.of(pod).stream()
                .flatMap(anchor -> resources.byIndex(BY_ANCHOR, anchor).stream())
                .filter(resource -> selects(resource, pod))
                .map(ResourceID::fromResource);
        var marked = Keys.leasesOn(pod).map(lease -> new ResourceID(lease, namespace));
        return Stream.concat(selecting, marked).collect(Collectors.toSet());
    }

    private static Stream<String> anchors(DatabaseLease resource) {
        return resource.getSpec() == null
                ? Stream.empty()
                : Anchors.of(
                        resource.getMetadata().getNamespace(),
                        resource.getSpec().selector());
    }

    private static boolean selects(DatabaseLease resource, Pod pod) {
        return resource.getSpec() != null
                && Selectors.matches(resource.getSpec().selector(), Keys.labels(pod));
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
