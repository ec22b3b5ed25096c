package io.anixops.lease.operator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PoolTest {
    private final Pool<String> pool = new Pool<>(8);

    @Test
    void equal_values_become_the_one_that_came_first() {
        var first = copy("True");

        assertThat(pool.of(first)).isSameAs(first);
        assertThat(pool.of(copy("True"))).isSameAs(first);
    }

    @Test
    void whatever_goes_in_comes_out_equal_though_it_remembers_but_a_few() {
        var many = IntStream.range(0, 1_000).mapToObj(i -> "name-" + i).toList();

        assertThat(many.stream().map(pool::of).toList()).isEqualTo(many);
    }

    @Test
    void null_stays_null() {
        assertThat(new Pool<List<String>>(1).of(null)).isNull();
    }

    private static String copy(String text) {
        return new String(Objects.requireNonNull(text).toCharArray());
    }
}
