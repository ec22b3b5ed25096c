package io.anixops.lease.house;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.anixops.lease.house.Document.Block;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What the documents show is what is tested. Each fenced block has a comment in the line before it that says where:
 *
 * <ul>
 *   <li>{@code file: …}: it is that file of the project, which a test applies, runs or compiles
 *   <li>{@code part of: …}: it is a part of that file
 *   <li>{@code run by: ReadmeE2E}: that test runs its commands and compares the answers (README alone)
 *   <li>{@code run by: …E2E}: that test runs its commands
 *   <li>{@code run by: .ci/run}: its commands are among those there
 * </ul>
 *
 * <p>A drawing, in a block of language {@code text}, needs none.
 */
class DocsTest {
    private static final Path BASE = Path.of(System.getProperty("project.basedir", "."));
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:]*)(#[^)]*)?\\)");

    static List<Document> documents() throws IOException {
        return Document.all();
    }

    @ParameterizedTest
    @MethodSource("documents")
    void every_block_says_where_it_is_proven_and_is_what_is_there(Document document) throws IOException {
        assertThat(document.fences())
                .as("fences in " + document.file())
                .isEqualTo(2L * document.blocks().size());
        for (var block : document.blocks()) {
            prove(document, block);
        }
    }

    @ParameterizedTest
    @MethodSource("documents")
    void every_link_leads_somewhere(Document document) throws IOException {
        for (var link : LINK.matcher(document.text()).results().toList()) {
            var target = link.group(1).isEmpty()
                    ? document.file()
                    : document.file().resolveSibling(link.group(1)).normalize();
            assertThat(target).as(link.group()).exists();
            if (link.group(2) != null) {
                assertThat(anchors(target)).as(link.group()).contains(link.group(2));
            }
        }
    }

    private static void prove(Document document, Block block) throws IOException {
        if (block.language().equals("text")) {
            assertThat(block.content()).doesNotContain("$ ");
            return;
        }
        var proof = block.proof().split(": ", 2);
        switch (proof[0]) {
            case "file" -> assertThat(block.content()).isEqualTo(tested(proof[1]));
            case "part of" -> assertThat(lines(tested(proof[1]))).contains(lines(block.content()));
            case "run by" -> proveRun(document, proof[1], block);
            default ->
                fail(
                        "%s: a block of %s does not say where it is proven:%n%s",
                        document.file(), block.language(), block.content());
        }
    }

    private static void proveRun(Document document, String by, Block block) throws IOException {
        assertThat(block.language()).isEqualTo("console");
        assertThat(block.commands()).isNotEmpty();
        if (by.equals("ReadmeE2E")) {
            assertThat(document.file().getFileName()).hasToString("README.md");
            return;
        }
        if (!by.equals(".ci/run")) {
            assertThat(Document.read("src/test/java/io/anixops/lease/e2e/%s.java".formatted(by))
                            .text())
                    .contains("\"run by: " + by);
            return;
        }
        var script = Files.readAllLines(BASE.resolve(by)).stream()
                .map(line -> line.replaceAll(" -(B|ntp)\\b", "").strip())
                .toList();
        assertThat(script).containsAll(block.commands());
        assertThat(block.content().lines()).as("answers are not compared").hasSameSizeAs(block.commands());
    }

    /** A file to be shown must be used: by a test, or by all that is applied from its folder. */
    private static String tested(String file) throws IOException {
        var name = Path.of(file);
        try (var tests = Files.walk(BASE.resolve("src/test/java"))) {
            var users = tests.filter(test -> test.toString().endsWith(".java"))
                    .filter(test -> mentions(test, name))
                    .toList();
            assertThat(users.isEmpty() && !Document.read("README.md").text().contains("apply -f " + name.getParent()))
                    .as("%s is used by no test", file)
                    .isFalse();
        }
        return Files.readString(BASE.resolve(file));
    }

    private static boolean mentions(Path test, Path file) {
        try {
            return Files.readString(test).contains(file.getFileName().toString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Without what is in front of all of its lines. */
    private static String lines(String text) {
        return Arrays.stream(text.split("\n")).map(String::strip).collect(Collectors.joining("\n"));
    }

    private static Stream<String> anchors(Path file) throws IOException {
        return Files.readString(file)
                .lines()
                .filter(line -> line.startsWith("#"))
                .map(line -> line.replaceFirst("^#+ ", "").toLowerCase(java.util.Locale.ROOT))
                .map(title -> "#" + title.replaceAll("[^a-z0-9 -]", "").replace(' ', '-'));
    }
}
