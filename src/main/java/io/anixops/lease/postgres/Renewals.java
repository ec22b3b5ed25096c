package io.anixops.lease.postgres;

import io.anixops.lease.Lease;
import io.anixops.lease.LeaseName;
import io.anixops.lease.Renewal;
import io.anixops.lease.RenewalRequest;
import io.anixops.lease.postgres.Calls.Repeat;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import javax.sql.DataSource;

/** The statements of a batch of renewals, on connections of their own. */
final class Renewals {
    private static final int CHUNK = 500;

    private final DataSource source;
    private final Calls calls;
    private final Statements statements;
    private final TableName table;

    Renewals(DataSource source, Calls calls, Statements statements, TableName table) {
        this.source = source;
        this.calls = calls;
        this.statements = statements;
        this.table = table;
    }

    Map<LeaseName, Renewal> renew(Collection<RenewalRequest> requests) {
        var sorted = sorted(requests);
        var batch = new RenewalBatch(this, table);
        for (var from = 0; from < sorted.size(); from += CHUNK) {
            batch.renew(sorted.subList(from, Math.min(from + CHUNK, sorted.size())));
        }
        return batch.answers();
    }

    /** The rows that were renewed. */
    Map<LeaseName, Lease> all(List<RenewalRequest> chunk, AttemptBounds bounds) {
        return chunk.size() == 1
                ? renewed(statements.renewOne, to -> to.renewal(chunk.get(0)).bounds(bounds), bounds)
                : renewed(statements.renew, to -> to.bounds(bounds).renewals(chunk), bounds);
    }

    /** The rows that were renewed; one that somebody has locked is passed over. */
    Map<LeaseName, Lease> unlocked(List<RenewalRequest> chunk, AttemptBounds bounds) {
        return renewed(statements.renewUnlocked, to -> to.bounds(bounds).renewals(chunk), bounds);
    }

    /** The rows as they are. */
    Map<LeaseName, Lease> look(List<RenewalRequest> chunk, AttemptBounds bounds) {
        return calls.call(source, bounds, Repeat.ALWAYS, connection -> {
            try (var statement = connection.prepareStatement(statements.find)) {
                Parameters.of(statement)
                        .texts(chunk.stream()
                                .map(request -> request.term().name().value()));
                return byName(Answers.found(statement));
            }
        });
    }

    /** What is to be renewed, as parameters. */
    private interface Asked {
        void addTo(Parameters parameters) throws SQLException;
    }

    private Map<LeaseName, Lease> renewed(String sql, Asked asked, AttemptBounds bounds) {
        return calls.call(source, bounds, Repeat.ALWAYS, connection -> {
            try (var statement = connection.prepareStatement(sql)) {
                asked.addTo(Parameters.of(statement));
                return byName(Answers.rows(statement, table));
            }
        });
    }

    private static Map<LeaseName, Lease> byName(List<Lease> rows) {
        return rows.stream().collect(Collectors.toMap(Lease::name, Function.identity()));
    }

    /** In the order of their names, so that two batches never wait for each other in a circle. */
    private static List<RenewalRequest> sorted(Collection<RenewalRequest> requests) {
        var sorted = new ArrayList<>(requests);
        sorted.sort(Comparator.comparing(request -> request.term().name()));
        for (var i = 1; i < sorted.size(); i++) {
            var name = sorted.get(i).term().name();
            if (name.equals(sorted.get(i - 1).term().name())) {
                throw new IllegalArgumentException("lease %s is to be renewed twice in one batch".formatted(name));
            }
        }
        return sorted;
    }
}
