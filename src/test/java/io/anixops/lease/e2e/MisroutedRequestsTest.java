package io.anixops.lease.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Pod a leads from 0 on and loses the label at 100, and b has it from 110 on; a request takes 5. */
class MisroutedRequestsTest {
    private static final List<LeaderWatch.Change> CHANGES =
            List.of(change(0, "a", true), change(100, "a", false), change(110, "b", true));

    @Test
    void answers_of_the_leader_are_as_they_should_be() {
        var misrouted = MisroutedRequests.in(
                List.of(answer(10, "a"), answer(98, "a"), nothing(104), answer(120, "b")), CHANGES);

        assertThat(misrouted.byOthers()).isEmpty();
        assertThat(misrouted.byFormer()).isEmpty();
        assertThat(misrouted.late()).isEmpty();
        assertThat(misrouted.unanswered()).isEqualTo(1);
    }

    @Test
    void an_answer_of_a_pod_that_never_led_is_astray() {
        var misrouted = MisroutedRequests.in(List.of(answer(10, "a"), answer(20, "c")), CHANGES);

        assertThat(misrouted.byOthers()).containsExactly(answer(20, "c"));
    }

    @Test
    void an_answer_of_a_former_leader_is_counted_until_its_successor_answers_and_late_from_then_on() {
        var misrouted = MisroutedRequests.in(List.of(answer(105, "a"), answer(115, "b"), answer(125, "a")), CHANGES);

        assertThat(misrouted.byFormer()).containsExactly(answer(105, "a"), answer(125, "a"));
        assertThat(misrouted.late()).containsExactly(answer(125, "a"));
    }

    @Test
    void a_former_leader_that_leads_again_may_answer() {
        var again = List.of(change(0, "a", true), change(100, "a", false), change(200, "a", true));

        assertThat(MisroutedRequests.in(List.of(answer(197, "a"), answer(210, "a")), again)
                        .byFormer())
                .isEmpty();
    }

    private static LeaderWatch.Change change(long at, String pod, boolean leads) {
        return new LeaderWatch.Change(at, Instant.EPOCH, "main", new Leader(pod, pod), leads);
    }

    private static Traffic.Request answer(long sent, String pod) {
        return new Traffic.Request(sent, sent + 5, Optional.of(pod));
    }

    private static Traffic.Request nothing(long sent) {
        return new Traffic.Request(sent, sent + 5, Optional.empty());
    }
}
