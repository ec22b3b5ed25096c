package io.anixops.lease.models;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A TLA+ model of {@code models/} with its bounds, which begin as those of the file beside it: as small as lets every
 * broken variant still be found broken, so that holding in them means something.
 */
record Model(String name, String configuration) {
    private static final Path FOLDER = Path.of(System.getProperty("project.basedir", "."), "models");

    static Model of(String name) {
        return new Model(name, read(name + ".cfg"));
    }

    /** The text of the model itself. */
    String text() {
        return read(name + ".tla");
    }

    Model with(String constant, String value) {
        return replacing(Pattern.compile("(?m)^( +%s) = .*$".formatted(constant)), "$1 = " + value);
    }

    Model checking(String... invariants) {
        return replacing(Pattern.compile("(?m)^INVARIANTS .*$"), "INVARIANTS " + String.join(" ", invariants));
    }

    /** What a constant is in this configuration. */
    String constant(String constant) {
        var found = Pattern.compile("(?m)^ +%s = (.*)$".formatted(constant)).matcher(configuration);
        if (!found.find()) {
            throw new IllegalArgumentException("%s has no constant %s".formatted(name, constant));
        }
        return found.group(1);
    }

    /** The steps that its Next is made of, as they are called there. */
    List<String> steps() {
        var next = Pattern.compile("(?s)\\nNext ==(.*?)\\n(?:\\n|Spec ==)").matcher(text());
        if (!next.find()) {
            throw new IllegalStateException(name + " has no Next");
        }
        return Pattern.compile("\\b[A-Z][A-Za-z]+\\b(?=\\(| |\\n)")
                .matcher(next.group(1).replaceAll("\\b(Ops|Pods|Procs)\\b", ""))
                .results()
                .map(step -> step.group())
                .distinct()
                .toList();
    }

    private Model replacing(Pattern what, String by) {
        Matcher found = what.matcher(configuration);
        if (!found.find()) {
            throw new IllegalArgumentException("%s: nothing fits %s".formatted(name, what));
        }
        return new Model(name, found.replaceFirst(by));
    }

    private static String read(String file) {
        try {
            return Files.readString(FOLDER.resolve(file));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
