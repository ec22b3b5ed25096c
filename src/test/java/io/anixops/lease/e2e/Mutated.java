package io.anixops.lease.e2e;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.tools.ToolProvider;

/** What a mutant makes of the product: a folder that stands before the sound classes on a class path. */
record Mutated(Path folder) {
    private static final String SCHEMA = "io/anixops/lease/postgres/database_lease.sql";

    static Mutated by(Mutant mutant) {
        var folder = Folders.temporary("mutant");
        Map<Slip, String> sources = new LinkedHashMap<>();
        mutant.slips().forEach(slip -> {
            var first = sources.keySet().stream()
                    .filter(other -> other.file().equals(slip.file()))
                    .findFirst()
                    .orElse(slip);
            sources.put(first, slip.applyTo(sources.getOrDefault(first, first.sound())));
        });
        var java = folder.resolve("sources");
        var files = sources.entrySet().stream()
                .filter(source -> source.getKey().isJava())
                .map(source -> write(java.resolve(source.getKey().name()), source.getValue()))
                .toList();
        sources.forEach((slip, source) -> {
            if (!slip.isJava()) {
                write(folder.resolve("classes").resolve(slip.name()), source);
            }
        });
        compile(files, Folders.made(folder.resolve("classes")));
        return new Mutated(folder.resolve("classes"));
    }

    /** The schema's script, where it is a mutated one. */
    Optional<String> schema() {
        return Optional.of(folder.resolve(SCHEMA)).filter(Files::exists).map(Folders::read);
    }

    private static void compile(List<Path> files, Path into) {
        if (files.isEmpty()) {
            return;
        }
        var compiler = ToolProvider.getSystemJavaCompiler();
        var said = new StringWriter();
        try (var manager = compiler.getStandardFileManager(null, null, null)) {
            var options = List.of(
                    "--release",
                    "17",
                    "-proc:none",
                    "-nowarn",
                    "-parameters",
                    "-d",
                    into.toString(),
                    "-cp",
                    System.getProperty("java.class.path"));
            var task = compiler.getTask(said, manager, null, options, null, manager.getJavaFileObjectsFromPaths(files));
            if (!task.call()) {
                throw new IllegalStateException("a mutant does not compile: " + said);
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static Path write(Path file, String source) {
        Folders.made(file.getParent());
        return Folders.write(file, source);
    }
}
