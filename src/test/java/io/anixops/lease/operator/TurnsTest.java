package io.anixops.lease.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.NoSuchElementException;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TurnsTest {
    private final Turns<String> turns = new Turns<>();

    @Test
    void one_that_waits_alone_comes_after_one_of_a_thousand() {
        IntStream.range(0, 1_000).forEach(i -> turns.add("flood", "flood-" + i));
        turns.add("control", "jobs");

        assertThat(next(3)).containsExactly("flood-0", "jobs", "flood-1");
    }

    @Test
    void several_take_turns_and_each_gives_its_own_in_their_order() {
        Stream.of("a1", "a2", "a3", "b1", "c1", "c2").forEach(one -> turns.add(one.substring(0, 1), one));

        assertThat(next(6)).containsExactly("a1", "b1", "c1", "a2", "c2", "a3");
    }

    @Test
    void who_comes_back_is_behind_those_that_wait_already() {
        Stream.of("a1", "b1", "b2").forEach(one -> turns.add(one.substring(0, 1), one));
        assertThat(next(1)).containsExactly("a1");

        turns.add("a", "a2");

        assertThat(next(3)).containsExactly("b1", "a2", "b2");
    }

    @Test
    void nothing_is_left_of_those_who_have_had_their_turns() {
        turns.add("a", "a1");
        assertThat(next(1)).containsExactly("a1");

        assertThatThrownBy(turns::next).isInstanceOf(NoSuchElementException.class);
    }

    private List<String> next(int count) {
        return Stream.generate(turns::next).limit(count).toList();
    }
}
