package io.anixops.lease.operator;

import io.anixops.lease.Term;
import io.anixops.lease.operator.decision.Candidate;
import io.anixops.lease.operator.decision.Standing;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Since when leaders are not ready, so that each keeps its lease for one ttl and no longer. */
final class Grace {
    private final Map<ResourceID, Since> unreadySince = new ConcurrentHashMap<>();

    /** How much of its grace the holding's leader has left, zero when it is over; empty while it is not unready. */
    Optional<Duration> left(Holding holding, List<Candidate> pods, long now) {
        if (!isUnready(holding, pods)) {
            unreadySince.remove(holding.resource());
            return Optional.empty();
        }
        var since = unreadySince.compute(
                holding.resource(),
                (id, known) ->
                        known != null && known.term().equals(holding.term()) ? known : new Since(holding.term(), now));
        var left = holding.ttl().minusNanos(now - since.nanos());
        return Optional.of(left.isNegative() ? Duration.ZERO : left);
    }

    /** The resource is gone. */
    void forget(ResourceID resource) {
        unreadySince.remove(resource);
    }

    /** What is not held has no grace: its resource was deleted, say, while another replica worked. */
    void keepOnly(Collection<ResourceID> held) {
        unreadySince.keySet().retainAll(held);
    }

    int size() {
        return unreadySince.size();
    }

    /** Each term has a grace of its own. */
    private record Since(Term term, long nanos) {}

    private static boolean isUnready(Holding holding, List<Candidate> pods) {
        return pods.stream()
                .filter(pod -> pod.holder().equals(holding.term().holder()))
                .anyMatch(pod -> pod.standing() == Standing.UNREADY);
    }
}
