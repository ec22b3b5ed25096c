package io.anixops.lease.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The tests that docs/faults.md names are there, and are tests. */
class FaultsDocumentTest {
    private static final Path TESTS = Path.of(System.getProperty("project.basedir", "."), "src", "test", "java");
    private static final Pattern REFERENCE = Pattern.compile("`(\\w+)#(\\w+)`");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| (F\\d\\d) \\|(.*)\\|$");

    private final String document = Document.read("docs/faults.md").text();

    @Test
    void every_test_that_is_named_is_there() throws IOException {
        for (var reference : REFERENCE.matcher(document).results().toList()) {
            assertThat(source(reference.group(1)))
                    .as(reference.group())
                    .containsPattern("(?s)@(Test|ParameterizedTest|RepeatedTest)\\b(?:(?!\\bvoid\\b).)*\\bvoid %s\\("
                            .formatted(reference.group(2)));
        }
    }

    @Test
    void every_fault_is_pinned_by_a_test_and_stands_there_once() {
        var rows = ROW.matcher(document).results().toList();

        assertThat(rows).extracting(row -> row.group(1)).doesNotHaveDuplicates().isSorted();
        for (var row : rows) {
            assertThat(row.group(2)).as(row.group(1)).containsPattern(REFERENCE);
        }
    }

    private static String source(String testClass) throws IOException {
        try (var files = Files.walk(TESTS)) {
            var found = files.filter(file -> file.endsWith(testClass + ".java")).findFirst();
            assertThat(found).as("test class " + testClass).isPresent();
            return Files.readString(found.get());
        }
    }
}
