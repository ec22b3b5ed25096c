package io.anixops.lease.operator;

import static io.anixops.lease.operator.OperatorRig.eventually;
import static io.anixops.lease.operator.OperatorRig.forAWhile;
import static org.assertj.core.api.Assertions.assertThat;

import io.anixops.lease.Attempt;
import io.anixops.lease.Claim;
import io.anixops.lease.ForwardingStore;
import io.anixops.lease.LeaseStore;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A namespace with many more new leases than can be acquired at once, and a lease in another one. */
class LeaseOperatorFloodTest {
    private static final String FLOODED = "flooded";
    private static final int FLOOD = 100;
    private static final int AT_ONCE = 32;
    private static final Duration TTL = Duration.ofSeconds(5);

    private final OperatorRig rig = new OperatorRig();
    private final Semaphore sluice = new Semaphore(0);

    /** Acquisitions of the flooded namespace take until a test lets them through. */
    private final class Dam extends ForwardingStore {
        Dam(LeaseStore store) {
            super(store);
        }

        @Override
        public Attempt tryAcquire(Claim claim) {
            if (claim.name().value().startsWith(FLOODED)) {
                sluice.acquireUninterruptibly();
            }
            return super.tryAcquire(claim);
        }
    }

    @BeforeEach
    void start() {
        rig.start(new Dam(rig.store), Set.of());
    }

    @AfterEach
    void stop() {
        sluice.release(10 * FLOOD);
        rig.close();
    }

    @Test
    void a_new_lease_elsewhere_waits_for_none_of_those_that_wait() {
        rig.api.readyPod("control-a");
        flood();

        rig.api.apply("jobs");
        eventually(() -> assertThat(queued()).isEqualTo(FLOOD - AT_ONCE + 1));
        sluice.release(2); // the threads of these two take one that waited longer, and the new one

        eventually(() -> rig.labelledAre("control-a"));
        eventually(() -> rig.readyIs("True", "LeaderHere"));
        assertThat(queued()).isGreaterThan(FLOOD / 2);
    }

    @Test
    void a_lease_elsewhere_is_renewed_in_every_ttl() {
        rig.leads(TTL.toSeconds(), "control-a");
        var token = rig.row().token();
        flood();
        var movedAt = new long[] {System.nanoTime()};

        forAWhile(TTL.multipliedBy(3).dividedBy(2), () -> {
            var now = System.nanoTime();
            rig.store.advance(Duration.ofNanos(now - movedAt[0]));
            movedAt[0] = now;
            assertThat(rig.row().token()).isEqualTo(token);
            assertThat(rig.row().remaining()).isGreaterThan(TTL.dividedBy(4));
        });
        rig.labelledAre("control-a");
        assertThat(queued()).isEqualTo(FLOOD - AT_ONCE);
    }

    private void flood() {
        var pod = MockApi.runningPod("flooded-a", true, Instant.now());
        pod.getMetadata().setNamespace(FLOODED);
        rig.api.client().resource(pod).create();
        IntStream.range(0, FLOOD).forEach(i -> {
            var lease = MockApi.lease("lease-" + i, 600);
            lease.getMetadata().setNamespace(FLOODED);
            rig.api.client().resource(lease).create();
        });
        eventually(() -> assertThat(queued()).isEqualTo(FLOOD - AT_ONCE));
    }

    private long queued() {
        return (long) rig.registry
                .get(Metric.RECONCILIATIONS_QUEUED.meterName())
                .gauge()
                .value();
    }
}
