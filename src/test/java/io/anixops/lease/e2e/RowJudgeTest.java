package io.anixops.lease.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class RowJudgeTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private final RowJudge judge = new RowJudge();

    @Test
    void a_term_that_starts_after_the_former_one_ended_is_fine() {
        see("a", 1, "operator-1", 30, 0);
        see("a", 1, "operator-1", 40, 10);
        see("b", 2, "operator-2", 71, 41);

        assertThat(judge.violations()).isEmpty();
    }

    @Test
    void a_term_that_starts_before_the_former_one_ended_is_found() {
        see("a", 1, "operator-1", 30, 0);
        see("b", 2, "operator-2", 59, 29);

        assertThat(judge.violations()).singleElement().asString().contains("two holders of main overlap");
    }

    @Test
    void a_hand_over_by_the_renewer_of_the_former_term_is_fine() {
        see("a", 1, "operator-1", 30, 0);
        see("b", 2, "operator-1", 50, 20);

        assertThat(judge.violations()).isEmpty();
    }

    @Test
    void a_foreign_writer_hands_nothing_over() {
        see("a", 1, "", 30, 0);
        see("b", 2, "", 50, 20);

        assertThat(judge.violations()).singleElement().asString().contains("overlap");
    }

    @Test
    void a_released_lease_may_be_taken_at_once() {
        see("a", 1, "operator-1", 30, 0);
        see("a", 1, "operator-1", 5, 5);
        see("b", 2, "operator-2", 36, 6);

        assertThat(judge.violations()).isEmpty();
    }

    @Test
    void a_term_that_was_seen_to_be_over_and_goes_on_is_found() {
        see("a", 1, "operator-1", 30, 0);
        see("a", 1, "operator-1", 30, 31);
        see("a", 1, "operator-1", 59, 32);

        assertThat(judge.violations()).singleElement().asString().contains("was over, and came back");
    }

    @Test
    void a_renewal_that_was_judged_in_time_and_written_a_moment_later_is_fine() {
        see("a", 1, "operator-1", 30, 0);
        see("a", 1, "operator-1", 59, 31);

        assertThat(judge.violations()).isEmpty();
    }

    @Test
    void a_new_term_with_the_old_token_is_found() {
        see("a", 7, "operator-1", 30, 0);
        see("b", 7, "operator-1", 70, 40);

        assertThat(judge.violations()).singleElement().asString().contains("did not rise above 7");
    }

    @Test
    void a_deleted_row_does_not_start_its_tokens_over() {
        see("a", 7, "operator-1", 30, 0);
        judge.see(new RowVersion("main", true, "a", 7, "operator-1", START.plusSeconds(30), START.plusSeconds(1)));
        see("b", 1, "operator-1", 32, 2);

        assertThat(judge.violations()).singleElement().asString().contains("did not rise above 7");
    }

    @Test
    void the_same_holder_may_begin_a_new_term_with_a_higher_token() {
        see("a", 7, "operator-1", 30, 0);
        see("a", 9, "operator-1", 40, 10);

        assertThat(judge.violations()).isEmpty();
    }

    private void see(String holder, long token, String renewer, int expires, int written) {
        judge.see(new RowVersion(
                "main", false, holder, token, renewer, START.plusSeconds(expires), START.plusSeconds(written)));
    }
}
