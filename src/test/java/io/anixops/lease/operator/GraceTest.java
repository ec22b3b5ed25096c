package io.anixops.lease.operator;

import static io.anixops.lease.operator.Samples.TTL;
import static io.anixops.lease.operator.Samples.candidate;
import static io.anixops.lease.operator.Samples.ready;
import static org.assertj.core.api.Assertions.assertThat;

import io.anixops.lease.operator.decision.Candidate;
import io.anixops.lease.operator.decision.Standing;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class GraceTest {
    private static final Candidate UNREADY = candidate("a", Standing.UNREADY);

    private final ManualNanos nanos = new ManualNanos();
    private final Holding held = Samples.holding("a", 7, TTL, nanos.getAsLong());
    private final Grace grace = new Grace();

    @Test
    void a_leader_that_is_ready_needs_no_grace() {
        assertThat(left(ready("a"), candidate("b", Standing.UNREADY))).isEmpty();
    }

    @Test
    void the_grace_of_what_is_held_no_more_is_forgotten() {
        left(UNREADY);
        assertThat(grace.size()).isEqualTo(1);

        grace.keepOnly(List.of(held.resource()));
        assertThat(grace.size()).isEqualTo(1);

        grace.keepOnly(List.of());
        assertThat(grace.size()).isZero();
    }

    @Test
    void a_leader_that_is_leaving_or_gone_has_none() {
        assertThat(left(candidate("a", Standing.LEAVING))).isEmpty();
        assertThat(left(ready("b"))).isEmpty();
    }

    @Test
    void a_leader_that_is_not_ready_has_one_ttl_from_the_first_sight() {
        assertThat(left(UNREADY)).contains(TTL);

        nanos.pass(TTL.minusNanos(1));
        assertThat(left(UNREADY)).contains(Duration.ofNanos(1));

        nanos.pass(Duration.ofNanos(1));
        assertThat(left(UNREADY)).contains(Duration.ZERO);

        nanos.pass(Duration.ofSeconds(9));
        assertThat(left(UNREADY)).contains(Duration.ZERO);
    }

    @Test
    void a_leader_that_was_ready_in_between_has_its_whole_grace_again() {
        left(UNREADY);
        nanos.pass(Duration.ofSeconds(29));
        left(ready("a"));

        assertThat(left(UNREADY)).contains(TTL);
    }

    private Optional<Duration> left(Candidate... pods) {
        return grace.left(held, List.of(pods), nanos.getAsLong());
    }
}
