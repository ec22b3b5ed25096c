package io.anixops.lease;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class VmFailureTest {
    private final Uncaught uncaught = new Uncaught();

    @AfterEach
    void close() {
        uncaught.close();
    }

    @Test
    void memory_that_ran_out_is_told_however_deep_it_is_wrapped() {
        var failure = new OutOfMemoryError("planted");

        VmFailure.tell(failure);
        VmFailure.tell(new IllegalStateException(new CompletionException(failure)));

        assertThat(uncaught.seen()).containsExactly(failure, failure);
    }

    @Test
    void so_is_an_error_inside_the_virtual_machine() {
        VmFailure.tell(new InternalError("planted"));

        assertThat(uncaught.seen()).hasSize(1);
    }

    @Test
    void what_a_call_did_wrong_is_none() {
        VmFailure.tell(new StackOverflowError());
        VmFailure.tell(new AssertionError("planted"));
        VmFailure.tell(new NoClassDefFoundError("planted"));
        VmFailure.tell(new IllegalStateException("planted"));

        assertThat(uncaught.seen()).isEmpty();
    }

    @Test
    void causes_that_go_round_in_a_circle_are_left_alone() {
        var one = new IllegalStateException("one");
        one.initCause(new IllegalStateException("other", one));

        VmFailure.tell(one);

        assertThat(uncaught.seen()).isEmpty();
    }
}
