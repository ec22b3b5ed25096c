package io.anixops.lease.operator;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class GateTest {
    private static final Duration LIMIT = Duration.ofMinutes(5);

    private final AtomicLong nanos = new AtomicLong();
    private final Gate gate = new Gate(LIMIT, nanos::get);

    @Test
    void a_replica_does_nothing_before_it_is_the_active_one() {
        assertThat(gate.mayWrite()).isFalse();
        assertThat(gate.mayRenew()).isFalse();
    }

    @Test
    void the_active_replica_writes_and_renews() {
        gate.set(Gate.State.ACTIVE);

        assertThat(gate.mayWrite()).isTrue();
        assertThat(gate.mayRenew()).isTrue();
    }

    @Test
    void in_a_silence_renewals_go_on_up_to_the_limit_and_nothing_is_written() {
        gate.set(Gate.State.SILENT);

        nanos.set(LIMIT.toNanos() - 1);
        assertThat(gate.mayRenew()).isTrue();
        assertThat(gate.mayWrite()).isFalse();

        nanos.set(LIMIT.toNanos());
        assertThat(gate.mayRenew()).isFalse();
    }

    @Test
    void a_silence_that_is_told_again_has_not_begun_anew() {
        gate.set(Gate.State.SILENT);
        nanos.set(LIMIT.toNanos() - 1);

        gate.set(Gate.State.SILENT);
        nanos.set(LIMIT.toNanos());

        assertThat(gate.mayRenew()).isFalse();
    }

    @Test
    void nothing_is_decided_by_what_was_seen_long_ago_while_writes_go_on() {
        gate.set(Gate.State.ACTIVE);
        assertThat(gate.mayDecide()).isTrue();

        gate.setView(false);
        assertThat(gate.mayDecide()).isFalse();
        assertThat(gate.mayWrite()).isTrue();

        gate.setView(true);
        assertThat(gate.mayDecide()).isTrue();
    }

    @Test
    void a_leader_that_is_not_seen_is_renewed_up_to_the_limit_though_the_api_server_answers() {
        gate.set(Gate.State.ACTIVE);
        gate.setView(false);

        nanos.set(LIMIT.toNanos() - 1);
        assertThat(gate.mayRenew()).isTrue();
        nanos.set(LIMIT.toNanos());
        assertThat(gate.mayRenew()).isFalse();

        gate.setView(true);
        assertThat(gate.mayRenew()).isTrue();
    }
}
