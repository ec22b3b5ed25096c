package io.anixops.lease.models;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The label protocol, mark, look, fence, label, in every order of events within small bounds. */
class FenceModelTest {
    /** Two operators that see different candidates and may act for the same or an older token. */
    private static final Model TWO_OPERATORS = Model.of("Fence");

    private static final Model ONE_OPERATOR =
            TWO_OPERATORS.with("Ops", "{o1}").with("C1", "{p1, p2}").with("C2", "{p1, p2}");

    @TempDir
    Path folder;

    @Test
    void at_most_one_pod_bears_the_label_and_only_the_target_of_its_token() throws Exception {
        var said = check(TWO_OPERATORS.checking("AtMostOneLabel", "LabelFitsToken"));

        assertThat(said).contains(Tlc.HOLDS);
    }

    @Test
    void a_label_taken_off_at_the_end_of_trust_stays_off() throws Exception {
        var said = check(ONE_OPERATOR.checking("OffStaysOff", "AtMostOneLabel", "LabelFitsToken"));

        assertThat(said).contains(Tlc.HOLDS);
    }

    @Test
    void the_model_does_reach_a_label() throws Exception {
        var said = check(ONE_OPERATOR.checking("NeverLabelled"));

        assertThat(said).contains(Tlc.violated("NeverLabelled"));
    }

    @Test
    void looking_before_the_own_mark_is_found_to_label_two() throws Exception {
        var said = check(TWO_OPERATORS.with("LOOK", "\"before\"").checking("AtMostOneLabel"));

        assertThat(said).contains(Tlc.violated("AtMostOneLabel"));
    }

    @Test
    void tokens_that_cannot_be_found_are_found_to_label_two() throws Exception {
        var said = check(TWO_OPERATORS.with("SELECT", "FALSE").checking("AtMostOneLabel"));

        assertThat(said).contains(Tlc.violated("AtMostOneLabel"));
    }

    @Test
    void a_removal_without_a_fresh_nonce_is_found_to_be_undone_by_a_late_label() throws Exception {
        var said = check(ONE_OPERATOR.with("NONCE", "FALSE").checking("OffStaysOff"));

        assertThat(said).contains(Tlc.violated("OffStaysOff"));
    }

    private String check(Model model) throws Exception {
        return new Tlc(folder).check(model);
    }
}
