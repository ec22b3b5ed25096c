package io.anixops.lease.operator;

import static java.util.Comparator.comparing;

import io.anixops.lease.VmFailure;
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

    private final TermBook terms;
    private final LabelRemoval removal;
    private final LongSupplier nanos;
    private final Consumer<ResourceID> wake;
    private final Executor workers;
    private final Set<ResourceID> underWay = ConcurrentHashMap.newKeySet();
    private final Set<ResourceID> done = ConcurrentHashMap.newKeySet();

    TrustEnd(TermBook terms, LabelRemoval removal, LongSupplier nanos, Consumer<ResourceID> wake, Executor workers) {
        this.terms = terms;
        this.removal = removal;
        this.nanos = nanos;
        this.wake = wake;
        this.workers = workers;
    }

    int size() {
        return underWay.size();
    }

    void tick() {
        var now = nanos.getAsLong();
        var ended = terms.ended(now)
                .sorted(comparing(term -> term.trust().untilNanos() - now))
                .filter(term -> underWay.add(term.resource()))
                .map(term -> Map.entry(term, removal.wish(term.target())))
                .toList(); // wished for before the first is begun, so that those of one pod go in one write
        Each.of(ended, begun -> begin(begun.getKey(), begun.getValue()));
    }

    private void begin(LabelledTerm term, PodWishes.Wish<LabelTarget, Boolean> wish) {
        try {
            workers.execute(() -> retract(term, wish));
        } catch (RuntimeException | Error e) { // no thread to be had: the next turn tries again
            underWay.remove(term.resource());
            throw e;
        }
    }

    private void retract(LabelledTerm term, PodWishes.Wish<LabelTarget, Boolean> wish) {
        try {
            if (removal.carryOut(wish)) {
                terms.retractedUnlessTrusted(term.resource(), term.target(), nanos.getAsLong());
            }
        } catch (RuntimeException e) {
            VmFailure.tell(e);
            LOG.atWarn()
                    .addKeyValue("namespace", term.resource().getNamespace().orElse(""))
                    .addKeyValue("name", term.resource().getName())
                    .addKeyValue("pod", term.target().pod())
                    .addKeyValue("cause", ApiErrors.sentence(e))
                    .log("label could not be taken away at the end of trust, and is tried again");
        } finally {
            done.add(term.resource());
            underWay.remove(term.resource());
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
