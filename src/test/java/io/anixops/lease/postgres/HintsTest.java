package io.anixops.lease.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.anixops.lease.LeaseName;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class HintsTest {
    private static final LeaseName NAME = LeaseName.of("jobs");
    private static final LeaseName OTHER = LeaseName.of("other");

    private final Hints hints = new Hints();

    @Test
    void the_first_of_each_name_is_passed_on_at_once() {
        assertThat(hints.isFirst(NAME, at(0))).isTrue();
        assertThat(hints.isFirst(OTHER, at(1))).isTrue();
        assertThat(hints.areWaiting()).isFalse();
    }

    @Test
    void those_of_the_next_tenth_of_a_second_become_one_at_its_end() {
        hints.isFirst(NAME, at(0));

        assertThat(hints.isFirst(NAME, at(50))).isFalse();
        assertThat(hints.isFirst(NAME, at(99))).isFalse();

        assertThat(hints.areWaiting()).isTrue();
        assertThat(hints.dueAt(at(99))).isEmpty();
        assertThat(hints.dueAt(at(100))).containsExactly(NAME);
        assertThat(hints.dueAt(at(101))).isEmpty();
        assertThat(hints.areWaiting()).isFalse();
    }

    @Test
    void the_one_at_the_end_of_a_window_begins_the_next() {
        hints.isFirst(NAME, at(0));
        hints.isFirst(NAME, at(50));
        hints.dueAt(at(100));

        assertThat(hints.isFirst(NAME, at(150))).isFalse();
        assertThat(hints.dueAt(at(200))).containsExactly(NAME);
    }

    @Test
    void one_that_comes_late_takes_the_waiting_one_along() {
        hints.isFirst(NAME, at(0));
        hints.isFirst(NAME, at(50));

        assertThat(hints.isFirst(NAME, at(120))).isTrue();

        assertThat(hints.dueAt(at(121))).isEmpty();
    }

    @Test
    void it_works_while_the_monotonic_clock_wraps() {
        var nearTheEnd = Long.MAX_VALUE - TimeUnit.MILLISECONDS.toNanos(50);
        hints.isFirst(NAME, nearTheEnd);
        hints.isFirst(NAME, nearTheEnd + 1);

        assertThat(hints.dueAt(nearTheEnd + TimeUnit.MILLISECONDS.toNanos(100))).containsExactly(NAME);
    }

    private static long at(long millis) {
        return TimeUnit.MILLISECONDS.toNanos(millis);
    }
}
