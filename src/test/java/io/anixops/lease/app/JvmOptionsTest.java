package io.anixops.lease.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** {@code image/jvm.options}, the one place for the flags of the operator's JVM. */
class JvmOptionsTest {
    private static final Path FILE = Path.of("image/jvm.options");

    @Test
    void the_jvm_ends_when_memory_runs_out() throws IOException {
        assertThat(Files.readAllLines(FILE)).contains("-XX:+ExitOnOutOfMemoryError");
    }

    @Test
    void every_flag_has_its_reason_above_it() throws IOException {
        var paragraphs = List.of(Files.readString(FILE).strip().split("\n\n", -1));

        assertThat(paragraphs).allSatisfy(paragraph -> assertThat(paragraph).startsWith("# "));
        assertThat(paragraphs.stream().flatMap(String::lines))
                .allMatch(line -> line.startsWith("#") || line.startsWith("-"));
    }
}
