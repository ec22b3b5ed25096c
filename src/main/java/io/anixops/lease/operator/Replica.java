package io.anixops.lease.operator;

import io.anixops.lease.VmFailure;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What this process does when it becomes the active replica of the operator, and when it ceases to be. */
final class Replica implements ReplicaElection.Listener, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Replica.class);
    private static final Duration LONGEST_CHANGE = Duration.ofSeconds(5);

    private final Gate gate;
    private final Terms terms;
    private final Adoption adoption;
    private final LeaseCache cache;
    private final Consumer<ResourceID> wake;
    private final Runnable cleanUp;

    /** Changes are made one after the other, and never on a thread of the election, whose own renewals they would hold up. */
    private final ExecutorService changes = Executors.newSingleThreadExecutor(Threads.daemon("lease-replica"));

    /** Cleans up, once it is active, what was left while no replica was. */
    Replica(Gate gate, Terms terms, Adoption adoption, LeaseCache cache, Consumer<ResourceID> wake, Runnable cleanUp) {
        this.cleanUp = cleanUp;
        this.gate = gate;
        this.terms = terms;
        this.adoption = adoption;
        this.cache = cache;
        this.wake = wake;
    }

    @Override
    public void active() {
        changes.execute(this::beginWork);
    }

    @Override
    public void standby() {
        gate.set(Gate.State.STANDBY);
        changes.execute(() -> {
            gate.set(Gate.State.STANDBY);
            terms.endAll();
        });
    }

    @Override
    public void silent() {
        changes.execute(() -> gate.set(Gate.State.SILENT));
    }

    private void beginWork() {
        terms.reopen();
        try {
            adoption.run();
        } catch (RuntimeException
                | Error e) { // the database's silence, or a fault of ours: neither may keep this replica idle
            VmFailure.tell(e);
            LOG.atWarn().setCause(e).log("running terms could not be taken over at once; each is taken up by itself");
        } finally {
            gate.set(Gate.State.ACTIVE);
            Each.of(cache.all().map(ResourceID::fromResource).toList(), wake);
            cleanUp.run();
        }
    }

    @Override
    public void close() {
        changes.shutdown();
        try {
            if (!changes.awaitTermination(LONGEST_CHANGE.toMillis(), TimeUnit.MILLISECONDS)) {
                LOG.warn("the change to or from the active replica has not ended in time");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
