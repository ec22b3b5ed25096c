package io.anixops.lease.house;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The tests that docs/faults.md names are there, and are tests; no fault and no injection is without one. */
class FaultsDocumentTest {
    private static final Path TESTS = Path.of(System.getProperty("project.basedir", "."), "src", "test", "java");
    private static final Pattern REFERENCE = Pattern.compile("`(\\w+)#(\\w+)`");
    private static final Pattern FAULT = row("F\\d\\d");
    private static final Pattern INJECTION = row("M\\d\\d");
    private static final Pattern PROMISE = row("P\\d+");
    private static final Pattern EVENT = Pattern.compile("\\[([^]]+)]\\(behaviour\\.md\\)");
    private static final int INJECTIONS = 41;
    private static final String NONE = "–";

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
        var rows = FAULT.matcher(document).results().toList();

        assertThat(rows).extracting(row -> row.group(1)).doesNotHaveDuplicates().isSorted();
        for (var row : rows) {
            assertThat(row.group(2)).as(row.group(1)).containsPattern(REFERENCE);
        }
    }

    @Test
    void every_injection_stands_there_with_the_promise_that_it_checks_and_the_test_that_does_it() {
        var rows = INJECTION.matcher(document).results().toList();

        assertThat(rows)
                .extracting(row -> row.group(1))
                .containsExactlyElementsOf(IntStream.rangeClosed(1, INJECTIONS)
                        .mapToObj("M%02d"::formatted)
                        .toList());
        for (var row : rows) {
            assertThat(promisesIn(row)).as(row.group(1)).isNotEmpty();
            assertThat(row.group(2)).as(row.group(1)).containsPattern(REFERENCE);
        }
    }

    @Test
    void every_promise_is_checked_by_an_injection_and_no_other_is_named() {
        var promises =
                PROMISE.matcher(document).results().map(row -> row.group(1)).collect(toSet());

        assertThat(INJECTION.matcher(document).results().flatMap(row -> promisesIn(row).stream()))
                .isSubsetOf(promises)
                .containsAll(promises);
    }

    @Test
    void a_fault_names_promises_or_that_it_breaks_none() {
        var promises =
                PROMISE.matcher(document).results().map(row -> row.group(1)).collect(toSet());

        for (var row : FAULT.matcher(document).results().toList()) {
            var checks = promisesIn(row);
            assertThat(checks.equals(List.of(NONE)) || promises.containsAll(checks))
                    .as("%s: %s", row.group(1), checks)
                    .isTrue();
        }
    }

    @Test
    void every_row_of_both_has_each_of_its_columns() {
        for (var row : rows()) {
            assertThat(cellsOf(row)).as(row.group(1)).hasSize(5).allMatch(cell -> !cell.isBlank());
        }
    }

    @Test
    void every_time_that_is_pointed_at_is_that_of_an_event_that_is_measured() {
        var measured = Document.read("docs/behaviour.md").text();

        for (var row : rows()) {
            for (var event : EVENT.matcher(row.group(2)).results().toList()) {
                assertThat(measured).contains("\n| " + event.group(1) + " | ");
            }
        }
    }

    private List<MatchResult> rows() {
        return Stream.of(FAULT, INJECTION)
                .flatMap(kind -> kind.matcher(document).results())
                .toList();
    }

    /** In the second of its columns. */
    private static List<String> promisesIn(MatchResult row) {
        return List.of(cellsOf(row).get(1).split(" "));
    }

    /** After its number. */
    private static List<String> cellsOf(MatchResult row) {
        return List.of(row.group(2).strip().split(" \\| "));
    }

    private static Pattern row(String number) {
        return Pattern.compile("(?m)^\\| (" + number + ") \\|(.*)\\|$");
    }

    private static String source(String testClass) throws IOException {
        try (var files = Files.walk(TESTS)) {
            var found = files.filter(file -> file.endsWith(testClass + ".java")).findFirst();
            assertThat(found).as("test class " + testClass).isPresent();
            return Files.readString(found.get());
        }
    }
}
