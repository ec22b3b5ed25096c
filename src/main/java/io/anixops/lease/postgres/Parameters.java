package io.anixops.lease.postgres;

import io.anixops.lease.Claim;
import io.anixops.lease.RenewalRequest;
import io.anixops.lease.Term;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Sets the parameters of a statement, one after another. */
final class Parameters {
    private final PreparedStatement statement;
    private int index;

    private Parameters(PreparedStatement statement) {
        this.statement = statement;
    }

    static Parameters of(PreparedStatement statement) {
        return new Parameters(statement);
    }

    Parameters bounds(AttemptBounds bounds) throws SQLException {
        return text(bounds.lockSetting());
    }

    Parameters claim(Claim claim) throws SQLException {
        var info = claim.holderInfo();
        return text(claim.name().value())
                .text(claim.holder().value())
                .text(claim.renewer().value())
                .duration(claim.ttl())
                .number(claim.seen())
                .text(info.cluster())
                .text(info.namespace())
                .text(info.pod())
                .text(info.uid())
                .text(info.node());
    }

    Parameters term(Term term) throws SQLException {
        return text(term.name().value())
                .text(term.holder().value())
                .number(term.token())
                .text(term.renewer().value());
    }

    Parameters renewal(RenewalRequest request) throws SQLException {
        return text(request.renewer().value()).duration(request.ttl()).term(request.term());
    }

    Parameters renewals(List<RenewalRequest> chunk) throws SQLException {
        var terms = chunk.stream().map(RenewalRequest::term).toList();
        return texts(terms.stream().map(term -> term.name().value()))
                .texts(terms.stream().map(term -> term.holder().value()))
                .numbers(terms.stream().mapToLong(Term::token))
                .texts(terms.stream().map(term -> term.renewer().value()))
                .numbers(chunk.stream().mapToLong(request -> micros(request.ttl())))
                .texts(chunk.stream().map(request -> request.renewer().value()));
    }

    Parameters text(@Nullable String value) throws SQLException {
        statement.setString(++index, value);
        return this;
    }

    Parameters number(long value) throws SQLException {
        statement.setLong(++index, value);
        return this;
    }

    Parameters duration(Duration value) throws SQLException {
        return number(micros(value));
    }

    Parameters instant(Instant value) throws SQLException {
        statement.setObject(++index, Rows.column(value));
        return this;
    }

    Parameters texts(Stream<String> values) throws SQLException {
        return array("text", values.toArray());
    }

    Parameters numbers(LongStream values) throws SQLException {
        return array("int8", values.boxed().toArray());
    }

    private static long micros(Duration value) {
        return value.toNanos() / 1_000;
    }

    private Parameters array(String type, Object[] values) throws SQLException {
        statement.setArray(++index, statement.getConnection().createArrayOf(type, values));
        return this;
    }
}
