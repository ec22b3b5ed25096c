package io.anixops.lease.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import org.junit.jupiter.api.Test;

class StoryTest {
    private final ByteArrayOutputStream told = new ByteArrayOutputStream();
    private final Story story = new Story(new PrintStream(told));

    @Test
    void a_story_that_went_as_promised_ends_with_0() {
        story.step("Something happens.", () -> {});
        story.checks("a promise", true);

        assertThat(story.ends()).isZero();
        assertThat(told.toString()).contains("1. Something happens.", "kept  a promise", "All was as promised.");
    }

    @Test
    void a_step_is_told_with_what_was_seen_and_what_kubectl_would_show_then_and_how_long_it_took() {
        story.shows(() -> "NAME   LEADER\njobs   web-0");

        story.step("The leader is deleted.", () -> story.sees("token 7"));

        assertThat(told.toString().replaceAll("[0-9]+ ms", "5 ms")).isEqualTo("""

                1. The leader is deleted.
                   seen: token 7
                   NAME   LEADER
                   jobs   web-0
                   took 5 ms
                """);
    }

    @Test
    void the_summary_has_each_step_and_each_promise() {
        story.step("One.", () -> {});
        story.step("Two.", () -> {});
        story.checks("a promise", true);
        story.ends();

        assertThat(told.toString().replaceAll(" +[0-9]+ ms", " 5 ms"))
                .contains(" 5 ms  One.\n 5 ms  Two.\n       kept  a promise\n");
    }

    @Test
    void a_promise_that_was_not_kept_ends_it_with_1() {
        story.checks("a promise", false);

        assertThat(story.ends()).isEqualTo(1);
        assertThat(told.toString()).contains("NOT KEPT!  a promise");
    }

    @Test
    void a_failure_on_the_way_ends_it_with_1() {
        story.breaks(new IllegalStateException("the label did not go"));

        assertThat(story.ends()).isEqualTo(1);
        assertThat(told.toString()).contains("not as promised: the label did not go");
    }
}
