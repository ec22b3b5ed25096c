package io.anixops.lease.house;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A document of the project, with its fenced blocks and the comment before each, which says where it is proven. */
public record Document(Path file, String text) {
    private static final Path BASE = Path.of(System.getProperty("project.basedir", "."));
    private static final Pattern FENCE = Pattern.compile("(?m)^(?:<!-- (.+) -->\\n)?```(.*)\\n(?s:(.*?))^```$");

    /** A block: the comment in the line before it, its language, and what is in it. */
    public record Block(String proof, String language, String content) {
        private static final String PROMPT = "$ ";

        /** What a reader types. */
        public List<String> commands() {
            return content.lines()
                    .filter(line -> line.startsWith(PROMPT))
                    .map(line -> line.substring(PROMPT.length()))
                    .toList();
        }

        /** What a reader types, each with what is shown as its answer. */
        public List<Step> steps() {
            List<Step> steps = new ArrayList<>();
            for (var line : content.lines().toList()) {
                if (line.startsWith(PROMPT)) {
                    steps.add(new Step(line.substring(PROMPT.length()), List.of()));
                } else {
                    var last = steps.remove(steps.size() - 1);
                    steps.add(new Step(
                            last.command(),
                            Stream.concat(last.answer().stream(), Stream.of(line))
                                    .toList()));
                }
            }
            return steps;
        }
    }

    /** One command with the lines of its answer. */
    public record Step(String command, List<String> answer) {}

    /** A file of the project, from its root. */
    public static Document read(String file) {
        var path = BASE.resolve(file);
        try {
            return new Document(path, Files.readString(path));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** README and everything in docs. */
    static List<Document> all() throws IOException {
        return Stream.of(Stream.of("README.md"), in("docs"), in("docs/runbooks"))
                .flatMap(files -> files)
                .map(Document::read)
                .toList();
    }

    /** The documents of a folder. */
    public static List<Document> allIn(String folder) throws IOException {
        return in(folder).map(Document::read).toList();
    }

    private static Stream<String> in(String folder) throws IOException {
        try (var files = Files.list(BASE.resolve(folder))) {
            return files
                    .map(file -> BASE.relativize(file).toString())
                    .filter(file -> file.endsWith(".md"))
                    .sorted()
                    .toList()
                    .stream();
        }
    }

    public List<Block> blocks() {
        return FENCE.matcher(text).results().map(Document::block).toList();
    }

    /** How often a fence begins or ends. */
    long fences() {
        return text.lines()
                .filter(line -> line.stripLeading().startsWith("```"))
                .count();
    }

    /** Short, for the names of tests. */
    @Override
    public String toString() {
        return BASE.relativize(file).toString();
    }

    private static Block block(MatchResult match) {
        return new Block(match.group(1) == null ? "" : match.group(1), match.group(2), match.group(3));
    }
}
