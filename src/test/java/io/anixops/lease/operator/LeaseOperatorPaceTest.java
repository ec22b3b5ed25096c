package io.anixops.lease.operator;

import static io.anixops.lease.operator.OperatorRig.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A whole operator that may ask the API server for a few things a second, and has much more to ask. */
class LeaseOperatorPaceTest {
    private static final int A_SECOND = 10;
    private static final int MANY = 60;

    private final OperatorRig rig = new OperatorRig();

    @AfterEach
    void stop() {
        rig.close();
    }

    @Test
    void it_asks_no_more_than_it_may_however_much_there_is_to_do() {
        rig.startWithBudgets(50, A_SECOND);
        rig.api.readyPod("control-a");
        var began = System.nanoTime();
        var before = asked();

        many();
        eventually(() -> assertThat(asked() - before).isGreaterThan(5 * A_SECOND));

        var asked = asked() - before;
        var seconds = Duration.ofNanos(System.nanoTime() - began).toMillis() / 1_000.0;
        assertThat((double) asked).isLessThanOrEqualTo(A_SECOND + A_SECOND * seconds + 1);
    }

    @Test
    void a_label_goes_at_the_end_of_trust_though_hundreds_of_requests_wait() {
        rig.startWithBudgets(50, A_SECOND);
        rig.leads(5, "control-a");
        many();

        rig.store.goDown();

        Awaitility.await()
                .atMost(Duration.ofSeconds(8)) // and the others would take half a minute
                .untilAsserted(() -> rig.labelledAre());
    }

    private void many() {
        IntStream.range(0, MANY).forEach(i -> rig.api.apply("lease-" + i, 600));
    }

    /** Reads and writes of pods and writes of statuses, but not those of this test. */
    private long asked() {
        return rig.api.traffic().all().stream()
                .filter(request -> request.isWrite()
                        ? request.isFor("/pods/") || request.isFor("/status")
                        : request.isFor("labelSelector"))
                .count();
    }
}
