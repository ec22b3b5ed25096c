package io.anixops.lease.models;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The label protocol, mark, look, fence, label, in every order of events within small bounds. */
class FenceModelTest {
    private static final String HOLDS = "Model checking completed. No error has been found.";

    @TempDir
    Path folder;

    @Test
    void at_most_one_pod_bears_the_label_and_only_the_target_of_its_token() throws Exception {
        var said = check(FenceModel.twoOperators(), "AtMostOneLabel", "LabelFitsToken");

        assertThat(said).contains(HOLDS);
    }

    @Test
    void a_label_taken_off_at_the_end_of_trust_stays_off() throws Exception {
        var said = check(FenceModel.oneOperator(), "OffStaysOff", "AtMostOneLabel", "LabelFitsToken");

        assertThat(said).contains(HOLDS);
    }

    @Test
    void the_model_does_reach_a_label() throws Exception {
        var said = check(FenceModel.oneOperator(), "NeverLabelled");

        assertThat(said).contains("Invariant NeverLabelled is violated.");
    }

    @Test
    void looking_before_the_own_mark_is_found_to_label_two() throws Exception {
        var said = check(FenceModel.twoOperators().thatLooksBeforeItsOwnMark(), "AtMostOneLabel");

        assertThat(said).contains("Invariant AtMostOneLabel is violated.");
    }

    @Test
    void tokens_that_cannot_be_found_are_found_to_label_two() throws Exception {
        var said = check(FenceModel.twoOperators().thatFindsLabelsOnlyAndNoTokens(), "AtMostOneLabel");

        assertThat(said).contains("Invariant AtMostOneLabel is violated.");
    }

    @Test
    void a_removal_without_a_fresh_nonce_is_found_to_be_undone_by_a_late_label() throws Exception {
        var said = check(FenceModel.oneOperator().whoseRemovalsChangeNothing(), "OffStaysOff");

        assertThat(said).contains("Invariant OffStaysOff is violated.");
    }

    private String check(FenceModel model, String... invariants) throws Exception {
        return new Tlc(folder).check(model, invariants);
    }
}
