package io.anixops.lease.operator.decision;

import static io.anixops.lease.operator.decision.Cast.leaving;
import static io.anixops.lease.operator.decision.Cast.ready;
import static io.anixops.lease.operator.decision.Cast.unready;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

class CandidatePolicyTest {
    private static final int RUNS = 2_000;
    private static final String NOBODY = "";

    @Test
    void nobody_is_chosen_where_there_is_no_pod() {
        assertThat(CandidatePolicy.choose(List.of(), NOBODY)).isEmpty();
    }

    @Test
    void nobody_is_chosen_where_no_pod_is_ready() {
        assertThat(CandidatePolicy.choose(List.of(unready("a"), leaving("b")), "a-1"))
                .isEmpty();
    }

    @Test
    void the_incumbent_is_chosen_before_a_pod_of_a_newer_template_that_is_ready_longer() {
        var incumbent = ready("b", "old", 0, 90);
        var newer = ready("a", "new", 50, 60);

        assertThat(CandidatePolicy.choose(List.of(newer, incumbent), "b-1")).contains(incumbent);
    }

    @Test
    void a_pod_under_the_incumbents_name_is_no_incumbent_without_its_uid() {
        var again = ready("b");
        var other = ready("a");

        assertThat(CandidatePolicy.choose(List.of(again, other), "b-0")).contains(other);
    }

    @Test
    void an_incumbent_that_is_not_ready_is_passed_over() {
        assertThat(CandidatePolicy.choose(List.of(unready("a"), ready("b")), "a-1"))
                .contains(ready("b"));
    }

    @Test
    void a_pod_of_the_newest_template_is_chosen_before_one_that_is_ready_longer() {
        var old = ready("a", "old", 0, 1);
        var fresh = ready("b", "new", 50, 60);

        assertThat(CandidatePolicy.choose(List.of(old, fresh), NOBODY)).contains(fresh);
    }

    @Test
    void a_pod_made_again_from_an_old_template_does_not_make_the_template_young() {
        var oldest = unready("a-0");
        var old = new Candidate(
                oldest.pod(),
                oldest.uid(),
                "",
                oldest.holder(),
                oldest.standing(),
                "old",
                oldest.created(),
                oldest.readySince());
        var replaced = ready("a-1", "old", 90, 91);
        var fresh = ready("b", "new", 50, 95);

        assertThat(CandidatePolicy.choose(List.of(old, replaced, fresh), NOBODY))
                .contains(fresh);
    }

    @Test
    void of_one_template_the_pod_that_is_ready_longest_is_chosen() {
        var longest = ready("b", "new", 10, 11);

        assertThat(CandidatePolicy.choose(List.of(ready("a", "new", 10, 12), longest), NOBODY))
                .contains(longest);
    }

    @Test
    void pods_without_a_template_are_of_one_template() {
        var longest = ready("b", "", 0, 11);

        assertThat(CandidatePolicy.choose(List.of(ready("a", "", 9, 12), longest), NOBODY))
                .contains(longest);
    }

    @Test
    void pods_that_are_alike_are_chosen_by_name() {
        assertThat(CandidatePolicy.choose(List.of(ready("c"), ready("a"), ready("b")), NOBODY))
                .contains(ready("a"));
    }

    @Test
    void whatever_the_pods_an_incumbent_stays_while_it_is_ready() {
        inManyWorlds((pods, random) -> pods.stream()
                .filter(Candidate::isReady)
                .forEach(incumbent -> assertThat(
                                CandidatePolicy.choose(pods, incumbent.holder().value()))
                        .contains(incumbent)));
    }

    @Test
    void whatever_the_pods_the_choice_does_not_depend_on_their_order() {
        inManyWorlds((pods, random) -> {
            var shuffled = new ArrayList<>(pods);
            Collections.shuffle(shuffled, random);

            assertThat(CandidatePolicy.choose(shuffled, "pod-0-1")).isEqualTo(CandidatePolicy.choose(pods, "pod-0-1"));
        });
    }

    @Test
    void whatever_the_pods_somebody_is_chosen_exactly_when_one_is_ready_and_that_one_is() {
        inManyWorlds((pods, random) -> {
            var chosen = CandidatePolicy.choose(pods, "pod-0-1");

            assertThat(chosen.isPresent()).isEqualTo(pods.stream().anyMatch(Candidate::isReady));
            assertThat(chosen.stream()).allMatch(Candidate::isReady);
        });
    }

    @Test
    void whatever_the_pods_one_that_is_not_ready_changes_no_choice_of_its_template() {
        inManyWorlds((pods, random) -> {
            var sameAge = new ArrayList<>(pods);
            sameAge.add(Cast.pod("pod-9", Standing.LEAVING, "nobody else's", 9, 0));

            assertThat(CandidatePolicy.choose(sameAge, NOBODY)).isEqualTo(CandidatePolicy.choose(pods, NOBODY));
        });
    }

    private static void inManyWorlds(BiConsumer<List<Candidate>, Random> check) {
        for (var seed = 0; seed < RUNS; seed++) {
            var random = new Random(seed);
            var pods = Cast.anyPods(random);
            try {
                check.accept(pods, random);
            } catch (AssertionError e) {
                throw new AssertionError("seed %d, pods %s".formatted(seed, pods), e);
            }
        }
    }
}
