package io.anixops.lease.operator;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/** Files of the project, read by tests. */
final class Files {
    private Files() {}

    static String text(Path path) {
        try {
            return java.nio.file.Files.readString(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
