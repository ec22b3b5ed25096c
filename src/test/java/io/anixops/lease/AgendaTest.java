package io.anixops.lease;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AgendaTest {
    private final Agenda<String> agenda = new Agenda<>();

    @Test
    void nobody_is_due_before_the_moment_and_each_once_from_then_on() {
        agenda.set("a", 100);

        assertThat(agenda.next(99)).isNull();
        assertThat(agenda.delay(99)).isEqualTo(1);
        assertThat(agenda.next(100)).isEqualTo("a");
        assertThat(agenda.next(100)).isNull();
        assertThat(agenda.delay(100)).isEqualTo(Nanos.NEVER);
    }

    @Test
    void the_earlier_comes_first_over_the_wrap_of_the_clock() {
        agenda.set("after", Long.MIN_VALUE + 10);
        agenda.set("before", Long.MAX_VALUE - 10);

        assertThat(agenda.delay(Long.MAX_VALUE - 20)).isEqualTo(10);
        assertThat(agenda.next(Long.MIN_VALUE + 10)).isEqualTo("before");
        assertThat(agenda.next(Long.MIN_VALUE + 10)).isEqualTo("after");
    }

    @Test
    void what_is_set_again_is_due_once_at_the_later_word() {
        agenda.set("a", 100);
        agenda.set("a", 50);

        assertThat(agenda.next(60)).isEqualTo("a");
        assertThat(agenda.next(200)).isNull();
    }

    @Test
    void of_two_at_one_moment_none_gets_lost() {
        agenda.set("a", 100);
        agenda.set("b", 100);
        agenda.remove("c");

        assertThat(agenda.next(100)).isEqualTo("a");
        assertThat(agenda.next(100)).isEqualTo("b");
    }
}
