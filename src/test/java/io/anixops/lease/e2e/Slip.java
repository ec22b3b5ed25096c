package io.anixops.lease.e2e;

import java.nio.file.Path;

/** A text that stands exactly once in a file of {@code src/main}, and what stands there in its place. */
record Slip(String file, String text, String instead) {
    private static final Path MAIN = Path.of(System.getProperty("project.basedir", "."), "src", "main");
    private static final String PACKAGE = "io/anixops/lease/";

    static Slip in(String javaFile, String text, String instead) {
        return new Slip("java/" + PACKAGE + javaFile + ".java", text, instead);
    }

    static Slip inSchema(String text, String instead) {
        return new Slip("resources/" + PACKAGE + "postgres/database_lease.sql", text, instead);
    }

    boolean isJava() {
        return file.endsWith(".java");
    }

    /** Where it is on the class path. */
    String name() {
        return file.substring(file.indexOf('/') + 1);
    }

    String sound() {
        return Folders.read(MAIN.resolve(file));
    }

    /** @throws IllegalStateException when the text is not there, or more than once: the mutant has outlived its source */
    String applyTo(String source) {
        int at = source.indexOf(text);
        if (at < 0 || source.indexOf(text, at + 1) >= 0) {
            throw new IllegalStateException("not exactly once in %s: %s".formatted(file, text));
        }
        return source.replace(text, instead);
    }
}
