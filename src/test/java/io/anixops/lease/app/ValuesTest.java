package io.anixops.lease.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ValuesTest {
    private static final Duration LEAST = Duration.ofSeconds(1);
    private static final Duration MOST = Duration.ofHours(24);

    @ParameterizedTest
    @CsvSource({
        "30s,PT30S",
        "5m,PT5M",
        "1h,PT1H",
        "PT5M,PT5M",
        "PT1H30M,PT1H30M",
        "PT90S,PT1M30S",
        "24h,PT24H",
        "1s,PT1S"
    })
    void a_duration_has_one_of_two_forms(String text, Duration meant) {
        assertThat(Values.duration(text, LEAST, MOST)).isEqualTo(meant);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "5",
                "90",
                "1m30s",
                "pt30s",
                "PT5,5S",
                "PT0.5S",
                "30 s",
                " 30s",
                "30s ",
                "P1D",
                "1d",
                "PT",
                "P1S",
                "30S",
                "1h-1m",
                "-5s",
                "+5s",
                "PT-5S",
                "500ms",
                "0x5s",
                "٣s",
                "PT30",
                "9999999999s",
                "1e3s",
                "5m\n"
            })
    void every_other_form_of_a_duration_is_refused(String text) {
        assertThatThrownBy(() -> Values.duration(text, LEAST, MOST))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a duration is written as 30s, 5m, 1h or PT1H30M");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0s", "PT0S", "00m", "86401s", "25h", "999999999h"})
    void a_duration_out_of_range_is_refused_and_zero_is(String text) {
        assertThatThrownBy(() -> Values.duration(text, LEAST, MOST)).hasMessage("it must lie between PT1S and PT24H");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "abc", "-1", "+5", "11", "1.0", "0x1", " 5", "99999999999999", "５０"})
    void a_number_that_is_none_or_out_of_range_is_refused(String text) {
        assertThatThrownBy(() -> Values.number(text, 0, 10)).hasMessage("it must be a number from 0 to 10");
    }

    @ParameterizedTest
    @ValueSource(strings = {"A", "a,,b", "a, b", "-a", "a/b", ","})
    void a_namespace_that_can_be_none_is_refused(String text) {
        assertThatThrownBy(() -> Values.namespaces(text)).hasMessageContaining("is no name of a namespace");
    }
}
