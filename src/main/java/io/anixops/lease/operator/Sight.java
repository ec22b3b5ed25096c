package io.anixops.lease.operator;

import java.time.Duration;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether what happens to pods and resources is seen. A right taken back, or an API server that is gone, ends a watch
 * without a word, and what the caches say is old from then on: the operator says so, is not ready, and decides nothing.
 */
final class Sight {
    /** A watch that ends and begins again is nothing to speak of. */
    static final Duration PATIENCE = Duration.ofSeconds(3);

    private static final Logger LOG = LoggerFactory.getLogger(Sight.class);

    private final Supplier<Set<String>> unseen;
    private final Gate gate;
    private final Runnable onSight;
    private final LongSupplier nanos;
    private volatile long lastSeen;
    private volatile boolean clear = true;

    /**
     * At first all is seen.
     *
     * @param unseen of which sources nothing is heard at the moment
     * @param onSight for what was missed, when all is seen again
     */
    Sight(Supplier<Set<String>> unseen, Gate gate, Runnable onSight, LongSupplier nanos) {
        this.unseen = unseen;
        this.gate = gate;
        this.onSight = onSight;
        this.nanos = nanos;
        this.lastSeen = nanos.getAsLong();
    }

    boolean isClear() {
        return clear;
    }

    void tick() {
        var missing = unseen.get();
        if (missing.isEmpty()) {
            lastSeen = nanos.getAsLong();
            if (!clear) {
                regain();
            }
        } else if (clear && nanos.getAsLong() - lastSeen >= PATIENCE.toNanos()) {
            lose(missing);
        }
    }

    private void lose(Set<String> missing) {
        clear = false;
        gate.setView(false);
        LOG.atWarn()
                .addKeyValue("unseen", missing)
                .log("what happens in the cluster is not seen: watches were refused, or have ended; nobody is chosen to"
                        + " lead meanwhile, and renewals go on up to the limit");
    }

    private void regain() {
        clear = true;
        gate.setView(true);
        LOG.info("what happens in the cluster is seen again");
        onSight.run();
    }
}
