package io.anixops.lease.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Optional;

/** The mounted file with the password: read whenever it is needed, so a changed one takes effect by itself. */
record PasswordFile(Optional<Path> file) {

    /**
     * The password of this moment, without the line end that editors leave; empty when there is no file.
     *
     * @throws SQLException when it cannot be read, as for a moment while it is replaced; the next connection tries again
     */
    Optional<String> read() throws SQLException {
        if (file.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(withoutLineEnd(Files.readString(file.get())));
        } catch (IOException failed) {
            throw new SQLException("password file %s cannot be read".formatted(file.get()), "28000", failed);
        }
    }

    private static String withoutLineEnd(String text) {
        return text.endsWith("\r\n")
                ? text.substring(0, text.length() - 2)
                : text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
    }
}
