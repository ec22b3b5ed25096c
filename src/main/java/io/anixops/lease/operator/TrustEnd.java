package io.anixops.lease.operator;

import static java.util.Comparator.comparing;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes the label away at the moment when trust in the database's last answer ends, whatever the database, the
 * reconciler or the renewals are waiting for. Never held back by a rate limit; the soonest to end goes first.
 */
final class TrustEnd {
    private static final Logger LOG = LoggerFactory.getLogger(TrustEnd.class);

    private final Holdings holdings;
    private final LabelRemoval removal;
    private final LongSupplier nanos;
    private final Consumer<ResourceID> wake;
    private final Executor workers;
    private final Set<ResourceID> underWay = ConcurrentHashMap.newKeySet();
    private final Set<ResourceID> done = ConcurrentHashMap.newKeySet();

    TrustEnd(Holdings holdings, LabelRemoval removal, LongSupplier nanos, Consumer<ResourceID> wake, Executor workers) {
        this.holdings = holdings;
        this.removal = removal;
        this.nanos = nanos;
        this.wake = wake;
        this.workers = workers;
    }

    void tick() {
        var now = nanos.getAsLong();
        holdings.all().stream()
                .filter(holding -> !holding.labelRetracted() && !holding.trust().isOpenAt(now))
                .sorted(comparing(holding -> holding.trust().untilNanos() - now))
                .filter(holding -> underWay.add(holding.resource()))
                .map(holding -> Map.entry(holding, removal.wish(holding.target())))
                .toList() // wished for before the first is begun, so that those of one pod go in one write
                .forEach(begun -> workers.execute(() -> retract(begun.getKey(), begun.getValue())));
    }

    private void retract(Holding holding, LabelRemoval.Wish wish) {
        try {
            if (removal.carryOut(wish)) {
                holdings.change(
                        holding.resource(),
                        holding.term(),
                        seen -> seen.trust().isOpenAt(nanos.getAsLong()) ? seen : seen.withLabelRetracted(true));
            }
        } catch (KubernetesClientException e) {
            LOG.atWarn()
                    .addKeyValue("namespace", holding.resource().getNamespace().orElse(""))
                    .addKeyValue("name", holding.resource().getName())
                    .addKeyValue("pod", holding.leader().pod())
                    .addKeyValue("cause", ApiErrors.sentence(e))
                    .log("label could not be taken away at the end of trust, and is tried again");
        } finally {
            done.add(holding.resource());
            underWay.remove(holding.resource());
            wakeAfterTheLast();
        }
    }

    /** Labels go first: passes would ask the API server for much more than the removals that are left. */
    private void wakeAfterTheLast() {
        if (underWay.isEmpty()) {
            for (var resource : List.copyOf(done)) {
                if (done.remove(resource)) { // else another worker has seen to it
                    wake.accept(resource);
                }
            }
        }
    }
}
