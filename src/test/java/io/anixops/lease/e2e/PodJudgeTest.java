package io.anixops.lease.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PodJudgeTest {
    private static final Map<String, String> NONE = Map.of();
    private static final Map<String, String> LEADS = Map.of(PodJudge.LEADER + "main", "true");

    private final PodJudge judge = new PodJudge();

    @Test
    void a_label_that_moves_by_way_of_nobody_is_fine() {
        see("a", LEADS);
        see("a", NONE);
        see("b", LEADS);
        judge.see(new PodSighting("ns", "b", "uid-b", "9", true, LEADS));
        see("a", LEADS);

        assertThat(judge.violations()).isEmpty();
    }

    @Test
    void two_labelled_pods_at_once_are_found() {
        see("a", LEADS);
        see("b", LEADS);
        see("a", NONE);

        assertThat(judge.violations()).singleElement().asString().contains("two leaders of main at once");
    }

    @Test
    void a_pod_that_went_unseen_leads_no_more_and_one_that_is_still_there_does() {
        see("a", LEADS);
        judge.seeAll(List.of(new PodSighting("ns", "b", "uid-b", "9", false, LEADS)));
        assertThat(judge.violations()).isEmpty();

        see("c", LEADS);
        assertThat(judge.violations()).hasSize(1);
    }

    @Test
    void one_leader_for_each_lease_and_each_namespace_is_fine() {
        see("a", LEADS);
        see("b", Map.of(PodJudge.LEADER + "other", "true"));
        judge.see(new PodSighting("elsewhere", "c", "uid-c", "1", false, LEADS));

        assertThat(judge.violations()).isEmpty();
    }

    @Test
    void a_token_that_falls_is_found_also_after_it_was_away() {
        see("a", token("12"));
        see("a", NONE);
        see("a", token("11"));

        assertThat(judge.violations()).singleElement().asString().contains("fell", "from 12 to 11");
    }

    @Test
    void tokens_that_stay_or_rise_are_fine_and_a_new_pod_starts_anew() {
        see("a", token("12"));
        see("a", token("12"));
        see("a", token("13"));
        see("b", token("1"));

        assertThat(judge.violations()).isEmpty();
    }

    @Test
    void what_a_stranger_writes_in_the_place_of_a_token_is_not_judged() {
        see("a", token("12"));
        see("a", token("x"));
        see("a", token("12"));

        assertThat(judge.violations()).isEmpty();
    }

    private void see(String name, Map<String, String> labels) {
        judge.see(new PodSighting("ns", name, "uid-" + name, "1", false, labels));
    }

    private static Map<String, String> token(String value) {
        return Map.of(PodJudge.TOKEN + "main", value);
    }
}
