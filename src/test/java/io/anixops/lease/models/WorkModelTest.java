package io.anixops.lease.models;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Work that runs only while a lease is held, in every order of events within small bounds. */
class WorkModelTest {
    private static final Model BASE = Model.of("LeaseWork");

    @TempDir
    Path folder;

    @Test
    void two_processes_never_work_at_once_and_no_two_terms_have_one_token() throws Exception {
        var said = new Tlc(folder).check(BASE);

        assertThat(said).contains(Tlc.HOLDS);
    }

    @Test
    void the_model_does_reach_work_of_a_second_term() throws Exception {
        var said = new Tlc(folder).check(BASE.checking("SanityNoWork"));

        assertThat(said).contains(Tlc.violated("SanityNoWork"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("broken")
    void is_found_to_break_the_promise(String what, Model model, String invariant) throws Exception {
        var said = new Tlc(folder).check(model.checking(invariant));

        assertThat(said).as(what).contains(Tlc.violated(invariant));
    }

    static Stream<Arguments> broken() {
        return Stream.of(
                Arguments.of("a slow clock", BASE.with("RATES", "{1}"), "AtMostOneWork"),
                Arguments.of("trust from the answer", BASE.with("FROMRESPONSE", "TRUE"), "AtMostOneWork"),
                Arguments.of("a database clock that jumps", BASE.with("DBJUMP", "4"), "AtMostOneWork"),
                Arguments.of("one identity for two", BASE.with("SAMEID", "TRUE"), "TokenUnique"),
                Arguments.of("work that stops late", BASE.with("CANCEL", "2"), "AtMostOneWork"),
                Arguments.of("a pause", BASE.with("PAUSES", "TRUE"), "AtMostOneWork"),
                Arguments.of("a lost grant", BASE.with("REPL", "\"async\""), "TokenUnique"));
    }
}
