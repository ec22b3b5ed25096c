package io.anixops.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Names of leases and holders are refused at the door, or taken as they are: never cut, trimmed or folded. */
class LeaseNameTest {
    @ParameterizedTest
    @ValueSource(strings = {"a", "7", "Job", "control/singleton-workers", "a.b_c:d-e", "A1/b:2", "a..b"})
    void a_name_of_the_documented_characters_is_taken_as_it_is(String name) {
        assertThat(LeaseName.of(name).value()).isEqualTo(name);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "job ",
                " job",
                "a b",
                "job\n",
                "\u0000",
                "a\u0000b",
                "café",
                "cafe\u0301",
                "a\u200bb",
                "\uD83D\uDE00",
                "a%b",
                "a'b",
                "a\"b",
                "a\\b",
                "/a",
                "a/",
                "a/b/c",
                "a//b",
                "-a",
                "a-",
                ".a",
                "a.",
                "٣"
            })
    void anything_else_is_refused_with_the_rule(String name) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LeaseName.of(name))
                .withMessageContaining("lease name");
    }

    @Test
    void the_longest_name_has_100_characters_and_one_more_is_refused_and_not_cut() {
        assertThat(LeaseName.of("x".repeat(100)).value()).hasSize(100);
        assertThatIllegalArgumentException().isThrownBy(() -> LeaseName.of("x".repeat(101)));
        assertThatIllegalArgumentException().isThrownBy(() -> LeaseName.of("x".repeat(100) + "   "));
    }

    @Test
    void a_name_in_a_namespace_is_that_namespaces_alone() {
        assertThat(LeaseName.inNamespace("control", "jobs")).isEqualTo(LeaseName.of("control/jobs"));
        assertThatIllegalArgumentException().isThrownBy(() -> LeaseName.inNamespace("control", "other/jobs"));
    }

    @Test
    void names_that_differ_in_case_are_two() {
        assertThat(LeaseName.of("job")).isNotEqualTo(LeaseName.of("Job"));
    }

    @Test
    void the_longest_holder_id_has_200_characters_and_one_more_is_refused_and_not_cut() {
        assertThat(HolderId.of("x".repeat(200)).value()).hasSize(200);
        assertThatIllegalArgumentException().isThrownBy(() -> HolderId.of("x".repeat(201)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a\u0000b", "a\nb"})
    void a_holder_id_that_no_row_should_show_is_refused(String id) {
        assertThatIllegalArgumentException().isThrownBy(() -> HolderId.of(id));
    }
}
