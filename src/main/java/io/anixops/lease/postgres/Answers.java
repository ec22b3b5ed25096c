package io.anixops.lease.postgres;

import io.anixops.lease.Attempt;
import io.anixops.lease.Claim;
import io.anixops.lease.Lease;
import io.anixops.lease.Term;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Runs a statement that grants something, and reads what it answered. */
final class Answers {
    private Answers() {}

    /** A row, and whether the statement did to it what was asked. */
    record Answer(boolean done, Lease lease) {
        /** Whether it says who holds the lease now: it does not when the row was another's while the statement looked. */
        boolean isFinal(Claim claim) {
            return !lease.isFree() && (done || !lease.isHeldBy(claim.holder()));
        }

        Attempt asAttempt(Claim claim) {
            if (!done || lease.isFree()) {
                return new Attempt.Denied(lease);
            }
            return new Attempt.Held(new Term(claim.name(), claim.holder(), lease.token(), claim.renewer()), lease);
        }
    }

    static Optional<Answer> one(PreparedStatement statement, TableName table) throws SQLException {
        try (var rows = statement.executeQuery()) {
            requireSafe(statement, table);
            return rows.next() ? Optional.of(new Answer(rows.getBoolean("done"), Rows.lease(rows))) : Optional.empty();
        }
    }

    static List<Lease> rows(PreparedStatement statement, TableName table) throws SQLException {
        try (var rows = statement.executeQuery()) {
            requireSafe(statement, table);
            List<Lease> leases = new ArrayList<>();
            while (rows.next()) {
                leases.add(Rows.lease(rows));
            }
            return leases;
        }
    }

    /** What a statement found that changes nothing. A standby is no source: it answers with what was. */
    static List<Lease> found(PreparedStatement statement) throws SQLException {
        try (var rows = statement.executeQuery()) {
            List<Lease> leases = new ArrayList<>();
            while (rows.next()) {
                requirePrimary(rows);
                if (rows.getString("name") != null) {
                    leases.add(Rows.lease(rows));
                }
            }
            return leases;
        }
    }

    private static void requirePrimary(ResultSet row) throws SQLException {
        if (row.getBoolean("standby")) {
            throw new SQLException("the server is a standby", "25006");
        }
    }

    /**
     * A commit that no longer waits for its synchronous standby succeeds, with a warning: a fail-over would undo it. So
     * every warning makes a grant one that was not given; a mere notice (class 00) does not.
     */
    private static void requireSafe(PreparedStatement statement, TableName table) throws SQLException {
        for (var warning = statement.getWarnings(); warning != null; warning = warning.getNextWarning()) {
            if (!Failures.stateOf(warning).startsWith("00")) {
                throw new SQLException(
                        "a change of %s was committed with a warning, and may not last: %s"
                                .formatted(table, warning.getMessage()),
                        warning.getSQLState(),
                        warning);
            }
        }
    }
}
