package io.anixops.lease.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class WorkSpanTest {
    @Test
    void who_begins_when_the_other_stops_does_not_work_beside_it() {
        assertThat(WorkSpan.overlaps(List.of(span("b", 20, 30), span("a", 10, 20), span("a", 30, 40))))
                .isEmpty();
    }

    @Test
    void who_begins_a_moment_before_the_other_stops_works_beside_it() {
        assertThat(WorkSpan.overlaps(List.of(span("b", 19, 30), span("a", 10, 20))))
                .hasSize(1);
    }

    @Test
    void work_without_an_end_is_beside_all_that_begins_later() {
        var forever = WorkSpan.begun("a", Instant.ofEpochSecond(10));

        assertThat(WorkSpan.overlaps(List.of(forever, span("b", 20, 30), span("c", 30, 40))))
                .hasSize(2);
        assertThat(WorkSpan.overlaps(List.of(forever.endedAt(Instant.ofEpochSecond(20)), span("b", 20, 30))))
                .isEmpty();
    }

    private static WorkSpan span(String worker, long from, long to) {
        return new WorkSpan(worker, Instant.ofEpochSecond(from), Instant.ofEpochSecond(to));
    }
}
