package io.anixops.lease.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One file of {@code src/test/resources/crd}: documents to apply one after the other, and after them a merge patch
 * where a line {@code # patch:} asks for one. A line {@code # says:} holds a part of the message that refuses the last
 * step.
 */
record CrdInput(String name, String says, List<String> documents, Optional<String> patch) {
    private static final Path FOLDER = Path.of("src", "test", "resources", "crd");

    static List<CrdInput> allOf(String kind) {
        try (var files = Files.list(FOLDER.resolve(kind))) {
            return files.sorted().map(CrdInput::read).toList();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Carries out all steps, each of which but the last must succeed, and returns what came of the last. */
    Kubectl.Result submit(Kubectl kubectl, String namespace) {
        var results = new ArrayList<Kubectl.Result>();
        for (var document : documents) {
            results.forEach(Kubectl.Result::orFail);
            results.add(kubectl.runWith(document, "apply", "-n", namespace, "-f", "-"));
        }
        patch.ifPresent(json -> {
            results.forEach(Kubectl.Result::orFail);
            results.add(kubectl.run("patch", "databaselease", name, "-n", namespace, "--type=merge", "-p", json));
        });
        return results.get(results.size() - 1);
    }

    @Override
    public String toString() {
        return name;
    }

    private static CrdInput read(Path file) {
        try {
            var text = Files.readString(file);
            var name = file.getFileName().toString().replaceFirst("[.]yaml$", "");
            return new CrdInput(
                    name,
                    comment(text, "# says: ").orElse(""),
                    List.of(text.split("\n---\n")),
                    comment(text, "# patch: "));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static Optional<String> comment(String text, String start) {
        return text.lines()
                .filter(line -> line.startsWith(start))
                .map(line -> line.substring(start.length()))
                .findFirst();
    }
}
