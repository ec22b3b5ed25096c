package io.anixops.lease.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EachTest {
    private final List<Integer> done = new ArrayList<>();

    @Test
    void one_that_fails_costs_the_others_nothing_and_is_thrown_when_they_are_done() {
        assertThatThrownBy(() -> Each.of(List.of(1, 2, 3), this::failAtOdd))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("1")
                .satisfies(thrown -> assertThat(thrown.getSuppressed()).hasSize(1));

        assertThat(done).containsExactly(2);
    }

    @Test
    void so_does_an_error_even_if_it_is_the_same_each_time() {
        var error = new NoClassDefFoundError("planted");

        assertThatThrownBy(() -> Each.of(List.of(1, 2, 3), number -> fail(number, error)))
                .isSameAs(error);

        assertThat(done).containsExactly(1, 2, 3);
    }

    @Test
    void without_a_failure_nothing_is_thrown() {
        Each.of(List.of(2, 4), this::failAtOdd);

        assertThat(done).containsExactly(2, 4);
    }

    private void failAtOdd(int number) {
        if (number % 2 == 1) {
            throw new IllegalStateException(Integer.toString(number));
        }
        done.add(number);
    }

    private void fail(int number, Error error) {
        done.add(number);
        throw error;
    }
}
