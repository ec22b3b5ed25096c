package io.anixops.lease.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class OverlapTest {
    private static final Leader EAST = new Leader("web-0", "uid-of-east");
    private static final Leader WEST = new Leader("web-0", "uid-of-west");

    @Test
    void labels_one_after_the_other_do_not_overlap() {
        var merged = Overlap.merged(List.of(got(EAST, 0), lost(EAST, 10)), List.of(got(WEST, 12)));

        assertThat(Overlap.since(0, merged)).isZero();
    }

    @Test
    void what_two_pods_bear_at_once_counts_from_the_second_label_to_the_first_loss() {
        var merged = Overlap.merged(List.of(got(EAST, 0), lost(EAST, 30)), List.of(got(WEST, 12)));

        assertThat(Overlap.since(0, merged)).isEqualTo(Duration.ofNanos(18));
        assertThat(Overlap.since(20, merged)).isEqualTo(Duration.ofNanos(10));
        assertThat(Overlap.since(30, merged)).isZero();
    }

    private static LeaderWatch.Change got(Leader pod, long nanos) {
        return new LeaderWatch.Change(nanos, Instant.EPOCH, "main", pod, true);
    }

    private static LeaderWatch.Change lost(Leader pod, long nanos) {
        return new LeaderWatch.Change(nanos, Instant.EPOCH, "main", pod, false);
    }
}
