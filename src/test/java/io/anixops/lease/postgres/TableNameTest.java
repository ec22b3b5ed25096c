package io.anixops.lease.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TableNameTest {
    @Test
    void a_name_without_a_schema_is_one_in_public() {
        assertThat(TableName.of("leases")).isEqualTo(new TableName("public", "leases"));
        assertThat(TableName.of("ops.leases")).isEqualTo(new TableName("ops", "leases"));
        assertThat(TableName.DEFAULT).hasToString("public.database_lease");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ".",
                "a.",
                ".b",
                "a.b.c",
                "Leases",
                "1st",
                "le ase",
                "l;drop table x",
                "l\"",
                "l'",
                "l\u0000",
                "é"
            })
    void anything_else_is_refused(String text) {
        assertThatThrownBy(() -> TableName.of(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("[schema.]table");
    }

    @Test
    void all_names_that_are_made_from_it_fit_into_an_identifier() {
        assertThat(TableName.of("t".repeat(48)).table()).hasSize(48);
        assertThat(TableName.of("s".repeat(40) + "." + "t".repeat(22)).channel())
                .hasSize(63);

        assertThatThrownBy(() -> TableName.of("t".repeat(49))).hasMessageContaining("too long");
        assertThatThrownBy(() -> TableName.of("s".repeat(40) + "." + "t".repeat(23)))
                .hasMessageContaining("too long");
    }

    @Test
    void the_script_names_nothing_but_the_table_and_what_is_made_from_it() {
        assertThat(LeaseSchema.script(TableName.of("ops.leases")))
                .contains("CREATE TABLE IF NOT EXISTS ops.leases (")
                .contains("ops.leases_assert_held(")
                .doesNotContain("public.");
    }
}
