package io.anixops.lease.e2e;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SoakVerdictTest {
    private static final int SAMPLES = 120; // of half an hour
    private static final long USUAL = 300;

    @Test
    void what_goes_up_and_down_has_not_grown() {
        assertThat(verdict(SoakMeasure.CONNECTIONS, i -> USUAL + 20 * (i % 5)).grown())
                .isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void what_is_within_its_bound_at_the_end_has_not_grown_and_what_is_beyond_it_has(SoakMeasure measure) {
        var bound = measure.boundAfter(USUAL);

        assertThat(verdict(measure, i -> i < SAMPLES / 2 ? USUAL : bound).grown())
                .isEmpty();
        assertThat(verdict(measure, i -> i < SAMPLES / 2 ? USUAL : bound + 1).grown())
                .containsExactly(measure);
    }

    @Test
    void a_connection_that_is_leaked_every_half_a_minute_is_found() {
        assertThat(verdict(SoakMeasure.CONNECTIONS, i -> 12 + i / 2).grown()).containsExactly(SoakMeasure.CONNECTIONS);
    }

    @Test
    void a_heap_that_keeps_a_kilobyte_a_second_of_40_megabytes_takes_hours_to_tell_and_ten_are_found() {
        assertThat(verdict(SoakMeasure.OPERATOR_HEAP, i -> 40_960 + 15L * i).grown())
                .isEmpty();
        assertThat(verdict(SoakMeasure.OPERATOR_HEAP, i -> 40_960 + 150L * i).grown())
                .containsExactly(SoakMeasure.OPERATOR_HEAP);
    }

    @Test
    void much_of_something_for_a_while_has_not_grown_also_where_it_is_longer_in_the_last_quarter() {
        assertThat(verdict(SoakMeasure.EVENTS, i -> i >= SAMPLES - 22 ? 5_000 : USUAL)
                        .grown())
                .isEmpty();
    }

    @Test
    void of_a_few_samples_nothing_is_told() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SoakVerdict.of(samples(7, SoakMeasure.EVENTS, i -> 0)))
                .withMessage("7 samples are too few to tell");
    }

    @Test
    void samples_that_were_written_down_are_judged_the_same() {
        var samples = samples(SAMPLES, SoakMeasure.EVENTS, i -> USUAL + 20L * i);
        var text = samples.stream()
                .map(one -> "  12 s: " + SoakSamples.line(one))
                .collect(joining("\n", "0 s: all are led\n", ""));

        assertThat(SoakSamples.read(text)).isEqualTo(samples);
        assertThat(SoakVerdict.of(SoakSamples.read(text)).result()).isEqualTo("RESULT grew: [API server: Events]\n");
    }

    private static SoakVerdict verdict(SoakMeasure measure, IntToLongFunction values) {
        return SoakVerdict.of(samples(SAMPLES, measure, values));
    }

    /** All others stand still. */
    private static List<Map<SoakMeasure, Long>> samples(int count, SoakMeasure measure, IntToLongFunction values) {
        return IntStream.range(0, count)
                .mapToObj(i -> {
                    Map<SoakMeasure, Long> sample = new EnumMap<>(SoakMeasure.class);
                    for (var other : SoakMeasure.values()) {
                        sample.put(other, USUAL);
                    }
                    sample.put(measure, values.applyAsLong(i));
                    return sample;
                })
                .toList();
    }
}
