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
