package io.anixops.lease.app;

import io.anixops.lease.LeaseStoreException;
import io.anixops.lease.Printable;
import java.net.UnknownHostException;
import java.sql.SQLException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What to tell an administrator about a failure: one sentence with the value and the cure, no stack trace. */
final class Sentences {
    private static final int LONGEST = 1_000;

    private static final Set<String> REFUSALS = Set.of("28P01", "28000", "3D000", "42501");

    private static final Set<LeaseStoreException.Kind> MAY_PASS = Set.of(
            LeaseStoreException.Kind.UNREACHABLE,
            LeaseStoreException.Kind.READ_ONLY,
            LeaseStoreException.Kind.STORAGE,
            LeaseStoreException.Kind.LOCKED);

    private Sentences() {}

    static String about(Throwable failed, DatabaseSettings database) {
        var refusal = sqlCause(failed);
        var state = refusal == null || refusal.getSQLState() == null ? "" : refusal.getSQLState();
        return switch (state) {
            case "28P01", "28000" ->
                "the server refuses role %s for %s: %s; correct the role, its password (%s) or pg_hba.conf"
                        .formatted(database.user(), database.url(), said(refusal), passwordSource(database));
            case "3D000" ->
                "there is no %s (%s): create it, or correct the name".formatted(database.url(), said(refusal));
            case "42501" ->
                "role %s lacks a right in %s (%s): let an administrator run 'schema apply'"
                        .formatted(database.user(), database.url(), said(refusal));
            default -> other(failed, database);
        };
    }

    private static String other(Throwable failed, DatabaseSettings database) {
        var host = cause(failed, UnknownHostException.class);
        if (host != null) {
            return "host '%s' of %s is not known: correct it, or the name service"
                    .formatted(host.getMessage(), database.url());
        }
        return failed instanceof LeaseStoreException known && known.kind() != LeaseStoreException.Kind.UNREACHABLE
                ? oneLine(known.getMessage())
                : "cannot reach %s: %s".formatted(database.url(), reasonOf(failed));
    }

    /** Whether the server itself said no to who we are or what we want, so that asking again does not help by itself. */
    static boolean isRefusal(Throwable failed) {
        var refusal = sqlCause(failed);
        return refusal != null && REFUSALS.contains(String.valueOf(refusal.getSQLState()));
    }

    /** Whether the same may work a little later, with nobody doing anything about it. */
    static boolean mayPass(LeaseStoreException failed) {
        return MAY_PASS.contains(failed.kind()) && !isRefusal(failed);
    }

    private static @Nullable SQLException sqlCause(Throwable failed) {
        return cause(failed, SQLException.class);
    }

    /** Text from elsewhere on one line, without its end mark. */
    static String oneLine(@Nullable String text) {
        return text == null
                ? "no reason was given"
                : Printable.of(text.strip().replaceAll("\\s+", " ").replaceAll("\\.$", ""), LONGEST);
    }

    private static String said(@Nullable SQLException refusal) {
        return refusal == null ? "no reason was given" : oneLine(refusal.getMessage());
    }

    private static String passwordSource(DatabaseSettings database) {
        return database.passwordFile().map(file -> "file " + file).orElse("none is set");
    }

    private static <T extends Throwable> @Nullable T cause(Throwable failed, Class<T> type) {
        for (Throwable at = failed; at != null; at = at.getCause()) {
            if (type.isInstance(at)) {
                return type.cast(at);
            }
        }
        return null;
    }

    /** What the innermost cause says, or else what it is. */
    static String reasonOf(Throwable failed) {
        var at = failed;
        while (at.getCause() != null) {
            at = at.getCause();
        }
        return at.getMessage() == null ? at.getClass().getSimpleName() : oneLine(at.getMessage());
    }
}
