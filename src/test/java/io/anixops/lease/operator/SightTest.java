package io.anixops.lease.operator;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SightTest {
    private Set<String> unseen = Set.of();
    private final AtomicLong nanos = new AtomicLong();
    private final AtomicInteger looks = new AtomicInteger();
    private final Gate gate = new Gate(Duration.ofMinutes(5), nanos::get);
    private final Sight sight = new Sight(() -> unseen, gate, looks::incrementAndGet, nanos::get);

    @BeforeEach
    void active() {
        gate.set(Gate.State.ACTIVE);
    }

    @Test
    void a_watch_that_ends_and_begins_again_is_nothing_to_speak_of() {
        unseen = Set.of("pods");
        after(Sight.PATIENCE.minusNanos(1));
        assertThat(sight.isClear()).isTrue();

        unseen = Set.of();
        after(Duration.ofNanos(1));
        unseen = Set.of("pods");
        after(Sight.PATIENCE.minusNanos(1));

        assertThat(sight.isClear()).isTrue();
        assertThat(looks).hasValue(0);
    }

    @Test
    void while_nothing_is_heard_of_pods_nobody_is_chosen() {
        unseen = Set.of("pods");
        after(Sight.PATIENCE);

        assertThat(sight.isClear()).isFalse();
        assertThat(gate.mayDecide()).isFalse();
    }

    @Test
    void what_was_missed_is_looked_at_once_when_all_is_seen_again() {
        unseen = Set.of("pods");
        after(Sight.PATIENCE);

        unseen = Set.of();
        after(Duration.ofSeconds(1));
        after(Duration.ofSeconds(1));

        assertThat(sight.isClear()).isTrue();
        assertThat(gate.mayDecide()).isTrue();
        assertThat(looks).hasValue(1);
    }

    private void after(Duration pause) {
        nanos.addAndGet(pause.toNanos());
        sight.tick();
    }
}
