package io.anixops.lease.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What {@code e2e/campaign --mutants} runs can still be made of the sources as they are now. */
class MutantTest {
    @ParameterizedTest
    @EnumSource
    void each_can_still_be_made_and_differs_from_the_sound_product(Mutant mutant) throws Exception {
        var mutated = Mutated.by(mutant);

        for (var slip : mutant.slips()) {
            var made = mutated.folder().resolve(slip.name().replace(".java", ".class"));
            assertThat(made).exists();
            var sound = Mutant.class.getResourceAsStream("/" + slip.name().replace(".java", ".class"));
            assertThat(Files.readAllBytes(made)).isNotEqualTo(sound.readAllBytes());
        }
    }

    @Test
    void one_that_has_outlived_its_source_is_refused() {
        var slip = Slip.in("Renewals", "no such text", "");

        assertThatThrownBy(() -> slip.applyTo(slip.sound())).hasMessageContaining("not exactly once");
        assertThatThrownBy(() -> Slip.in("Renewals", "answers", "").applyTo(slip.sound()))
                .hasMessageContaining("not exactly once");
    }

    @Test
    void the_document_tells_of_each_how_it_was_found() {
        var document = Folders.read(Path.of(System.getProperty("project.basedir", "."), "docs", "faults.md"));

        assertThat(document.lines().filter(line -> line.startsWith("| `")).map(line -> line.split("`")[1]))
                .containsAll(Stream.of(Mutant.values()).map(Mutant::text).toList());
    }
}
