package io.anixops.lease.postgres;

import static io.anixops.lease.LeaseStoreException.Kind.LOCKED;
import static io.anixops.lease.LeaseStoreException.Kind.READ_ONLY;
import static io.anixops.lease.LeaseStoreException.Kind.REFUSED;
import static io.anixops.lease.LeaseStoreException.Kind.SCHEMA_MISSING;
import static io.anixops.lease.LeaseStoreException.Kind.SCHEMA_TOO_NEW;
import static io.anixops.lease.LeaseStoreException.Kind.STORAGE;
import static io.anixops.lease.LeaseStoreException.Kind.UNREACHABLE;

import io.anixops.lease.LeaseStoreException;
import io.anixops.lease.LeaseStoreException.Kind;
import io.anixops.lease.Printable;
import io.anixops.lease.VmFailure;
import java.net.SocketTimeoutException;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.Objects;
import java.util.Set;

/** What a failure of the driver or the server means, in one sentence. */
final class Failures {
    private static final Set<String> SERIALIZATION = Set.of("40001", "40P01");
    private static final Set<String> MISSING = Set.of("42P01", "42883", "42703", "3F000", "42501");
    private static final Set<String> NOT_CARRIED_OUT = Set.of("25006", "57P01", "57P02", "57P03", "08001", "08003");

    private static final Set<String> OF_THE_STATEMENT = Set.of("01", "0A", "25", "28", "40", "42", "55", "57");

    private Failures() {}

    static LeaseStoreException ofCall(TableName table, SQLException failure) {
        var kind = kindOf(stateOf(failure));
        return failed(kind, sentence(kind, table, failure), failure);
    }

    /** Without a connection, whatever the reason, the database is out of reach, unless it says that it is full. */
    static LeaseStoreException ofConnect(Exception failure) {
        var full = failure instanceof SQLException sql && stateOf(sql).startsWith("53");
        var kind = full ? STORAGE : UNREACHABLE;
        return failed(kind, "no connection to the database: " + text(met(failure)), failure);
    }

    /** What a pool met while it waited for a connection says more than how long it waited. */
    private static Exception met(Exception failure) {
        return failure instanceof SQLTransientConnectionException && failure.getCause() instanceof SQLException cause
                ? cause
                : failure;
    }

    /** The statement lost against another one, and may simply be sent again. */
    static boolean isSerialization(SQLException failure) {
        return SERIALIZATION.contains(stateOf(failure));
    }

    /** The connection, or the server behind it, is of no use; the next one may be. */
    static boolean isOfConnection(SQLException failure) {
        var kind = kindOf(stateOf(failure));
        return kind == UNREACHABLE || kind == READ_ONLY;
    }

    static boolean wasNotCarriedOut(SQLException failure) {
        return NOT_CARRIED_OUT.contains(stateOf(failure));
    }

    static boolean isTimeout(SQLException failure) {
        return failure.getCause() instanceof SocketTimeoutException;
    }

    /** One of the statement's rows may be to blame: a value, a constraint or a trigger refused it. */
    static boolean mayBeOfOneRow(LeaseStoreException failure) {
        return failure.kind() == REFUSED
                && failure.getCause() instanceof SQLException sql
                && !OF_THE_STATEMENT.contains(stateOf(sql).substring(0, 2));
    }

    static String stateOf(SQLException failure) {
        return Objects.requireNonNullElse(failure.getSQLState(), "");
    }

    private static Kind kindOf(String state) {
        if (MISSING.contains(state)) {
            return SCHEMA_MISSING;
        }
        return switch (state) {
            case "25006" -> READ_ONLY;
            case "55P03" -> LOCKED;
            case "DL003" -> SCHEMA_TOO_NEW;
            default -> kindOfClass(state);
        };
    }

    private static Kind kindOfClass(String state) {
        if (state.isEmpty() || state.startsWith("08") || state.startsWith("28") || state.startsWith("57P0")) {
            return UNREACHABLE;
        }
        return state.startsWith("53") ? STORAGE : REFUSED;
    }

    private static String sentence(Kind kind, TableName table, SQLException failure) {
        var detail = " (%s): %s".formatted(stateOf(failure), text(failure));
        return switch (kind) {
            case UNREACHABLE -> "the database did not answer" + detail;
            case READ_ONLY -> "the database takes no writes" + detail;
            case STORAGE -> "the database is out of disk, memory or connections" + detail;
            case LOCKED -> "a row of " + table + " stayed locked" + detail;
            case SCHEMA_MISSING -> missing(table, failure) + detail;
            case SCHEMA_TOO_NEW, REFUSED -> "the database refused a statement on " + table + detail;
        };
    }

    private static String missing(TableName table, SQLException failure) {
        return stateOf(failure).equals("42501")
                ? "the role lacks a right; it needs USAGE on schema %s, and SELECT, INSERT and UPDATE on %s"
                        .formatted(table.schema(), table)
                : "table %s, or a part of it, is missing".formatted(table);
    }

    /** The driver makes one of its own failures of memory that ran out. */
    private static LeaseStoreException failed(Kind kind, String message, Exception cause) {
        VmFailure.tell(cause);
        return new LeaseStoreException(kind, message, cause);
    }

    private static String text(Exception failure) {
        var text = Objects.requireNonNullElse(
                failure.getMessage(), failure.getClass().getSimpleName());
        return Printable.of(text.replaceAll("(?i)(password=)[^&\\s]*", "$1***"));
    }
}
