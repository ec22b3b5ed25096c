package io.anixops.lease.postgres;

import io.anixops.lease.Attempt;
import io.anixops.lease.Claim;
import io.anixops.lease.Lease;
import io.anixops.lease.LeaseName;
import io.anixops.lease.Term;
import io.anixops.lease.postgres.Answers.Answer;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The statements about single rows, each on a connection that is given. */
final class RowStatements {
    private final Statements statements;
    private final TableName table;

    RowStatements(Statements statements, TableName table) {
        this.statements = statements;
        this.table = table;
    }

    /** Empty when there is no row, though none was made: it was deleted while the statement looked. */
    Optional<Answer> acquire(Connection connection, Claim claim, AttemptBounds bounds) throws SQLException {
        try (var statement = connection.prepareStatement(statements.acquire)) {
            Parameters.of(statement).claim(claim).bounds(bounds);
            return Answers.one(statement, table);
        }
    }

    Attempt handOver(Connection connection, Term from, Claim to, AttemptBounds bounds) throws SQLException {
        try (var statement = connection.prepareStatement(statements.handOver)) {
            Parameters.of(statement)
                    .bounds(bounds)
                    .claim(to)
                    .text(from.holder().value())
                    .number(from.token())
                    .text(from.renewer().value());
            return Answers.one(statement, table)
                    .map(answer -> answer.asAttempt(to))
                    .orElseGet(() -> new Attempt.Denied(Rows.none(from.name())));
        }
    }

    boolean release(Connection connection, Term term, AttemptBounds bounds) throws SQLException {
        try (var statement = connection.prepareStatement(statements.release)) {
            Parameters.of(statement).term(term).bounds(bounds);
            try (var rows = statement.executeQuery()) {
                return rows.next();
            }
        }
    }

    Optional<Lease> shorten(Connection connection, Term term, Lease known, Duration ttl, AttemptBounds bounds)
            throws SQLException {
        try (var statement = connection.prepareStatement(statements.shorten)) {
            Parameters.of(statement)
                    .duration(ttl)
                    .term(term)
                    .instant(known.expiresAt())
                    .bounds(bounds);
            return Answers.rows(statement, table).stream().findFirst();
        }
    }

    Map<LeaseName, Lease> find(Connection connection, Collection<LeaseName> names) throws SQLException {
        try (var statement = connection.prepareStatement(statements.find)) {
            Parameters.of(statement).texts(names.stream().map(LeaseName::value));
            return Answers.found(statement).stream()
                    .collect(Collectors.toUnmodifiableMap(Lease::name, Function.identity()));
        }
    }
}
