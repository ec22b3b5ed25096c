package io.anixops.lease.house;

import static org.assertj.core.api.Assertions.assertThat;

import io.anixops.lease.house.PromQuery.Matcher;
import io.anixops.lease.house.PromQuery.Selector;
import java.util.List;
import org.junit.jupiter.api.Test;

class PromQueryTest {
    @Test
    void series_matchers_and_groupings_are_found_in_a_query_and_words_of_the_language_are_not() {
        var query = PromQuery.of("""
                sum by (job, le) (rate(a_total{job=~"$job", kind!~"x|y", call="z"}[$__rate_interval])) > 0.9
                  unless on (job) histogram_quantile(0.99, b_bucket) or absent(c)
                """);

        assertThat(query.selectors())
                .containsExactly(
                        new Selector(
                                "a_total",
                                List.of(
                                        new Matcher("job", List.of()),
                                        new Matcher("kind", List.of("x", "y")),
                                        new Matcher("call", List.of("z")))),
                        new Selector("b_bucket", List.of()),
                        new Selector("c", List.of()));
        assertThat(query.groupedBy()).containsExactly("job", "le");
    }
}
