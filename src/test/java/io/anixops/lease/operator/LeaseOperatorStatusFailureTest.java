package io.anixops.lease.operator;

import static io.anixops.lease.operator.OperatorRig.eventually;
import static io.anixops.lease.operator.OperatorRig.forAWhile;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Renewals go on whatever becomes of writes to the status: in every ttl there is one. */
class LeaseOperatorStatusFailureTest {
    private static final Duration TTL = Duration.ofSeconds(5);

    private final OperatorRig rig = new OperatorRig();
    private long movedAt;

    @BeforeEach
    void aLeader() {
        rig.start();
        rig.leads(TTL.toSeconds(), "control-a");
        movedAt = System.nanoTime();
    }

    @AfterEach
    void stop() {
        rig.close();
    }

    @ParameterizedTest(name = "status writes are answered {0}")
    @ValueSource(ints = {409, 500})
    void a_lease_is_renewed_in_every_ttl_while_no_status_can_be_written(int answer) {
        rig.api.traffic().refuse(answer, request -> request.isWrite() && request.isFor("/status"));
        rig.edit("jobs", OperatorRig.ttl(TTL.toSeconds() + 1)); // which wants a status of its own

        assertIsRenewed();

        rig.api.traffic().refuseNothing();
        eventually(() -> {
            moveTheDatabasesClock();
            assertThat(rig.status("jobs").observedGeneration()).isEqualTo(2);
        });
    }

    @Test
    void a_lease_is_renewed_in_every_ttl_while_another_hand_is_before_each_status() {
        rig.edit("jobs", OperatorRig.ttl(TTL.toSeconds() + 1));
        rig.api.traffic().comeBefore(1_000);

        assertIsRenewed();
    }

    private void assertIsRenewed() {
        var token = rig.row().token();
        forAWhile(TTL.multipliedBy(3).dividedBy(2), () -> {
            moveTheDatabasesClock();
            assertThat(rig.row().token()).isEqualTo(token);
            assertThat(rig.row().remaining()).isGreaterThan(TTL.dividedBy(4));
        });
        rig.labelledAre("control-a");
    }

    private void moveTheDatabasesClock() {
        var now = System.nanoTime();
        rig.store.advance(Duration.ofNanos(now - movedAt));
        movedAt = now;
    }
}
