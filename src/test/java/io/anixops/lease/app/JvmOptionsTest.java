package io.anixops.lease.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
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

    /** Further flags of the chart go behind those of the image, so it repeats how the image starts. */
    @Test
    void image_dockerfile_and_chart_start_the_same_program() throws IOException {
        var entrypoint = words("Dockerfile", "(?m)^ENTRYPOINT (.*)$");

        assertThat(entrypoint).contains("@jvm.options");
        assertThat(words("e2e/image", "\"Entrypoint\":(\\[.*])")).isEqualTo(entrypoint);
        assertThat(words("helm/database-lease-operator/templates/_helpers.tpl", "(?s)define \"dlo.command\"(.*)$"))
                .isEqualTo(entrypoint);
    }

    /** What stands in quotes there. */
    private static List<String> words(String file, String where) throws IOException {
        var found = Pattern.compile(where).matcher(Files.readString(Path.of(file)));
        assertThat(found.find()).as(file).isTrue();
        return Pattern.compile("\"([^\"]+)\"")
                .matcher(found.group(1))
                .results()
                .map(word -> word.group(1))
                .toList();
    }
}
