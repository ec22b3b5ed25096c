package io.anixops.lease.postgres;

import io.anixops.lease.Lease;
import io.anixops.lease.LeaseName;
import io.anixops.lease.LeaseStoreException;
import io.anixops.lease.postgres.Calls.Repeat;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * What an administrator does to leases by hand, whoever holds them. Rows are taken as they are: a foreign writer may have
 * put any name and any holder there. Each call is one statement, and throws {@link LeaseStoreException} when the database
 * did not say.
 */
public final class LeaseAdmin {
    /** Higher ones are not believed when they are read back from a pod. */
    private static final long MOST = (1L << 61) - 2;

    private static final String LIST = """
            SELECT name, holder, token, acquired_at, renewed_at, expires_at, renewer,
              holder_info->>'cluster' AS cluster, holder_info->>'namespace' AS namespace, holder_info->>'pod' AS pod,
              holder_info->>'uid' AS uid, holder_info->>'node' AS node, clock_timestamp() AS answered_at
            FROM public.database_lease
            WHERE starts_with(name, ?)
            ORDER BY name
            """;

    private static final String END_TERM = """
            WITH bounds AS MATERIALIZED (
              SELECT set_config('lock_timeout', ?, true), set_config('database_lease.own', 'on', true)
            )
            UPDATE public.database_lease AS l SET expires_at = clock_timestamp()
            FROM bounds
            WHERE l.name = ? AND l.token = ? AND l.expires_at >= clock_timestamp()
            RETURNING public.database_lease_notify(l.name)
            """;

    private static final String RAISE_TOKEN = """
            WITH asked AS MATERIALIZED (
              SELECT set_config('lock_timeout', ?, true), set_config('database_lease.own', 'on', true),
                ?::varchar AS name, ?::bigint AS above
            ), raised AS (
              UPDATE public.database_lease AS l SET token = public.database_lease_next_token(l.token, a.above)
              FROM asked AS a
              WHERE l.name = a.name AND l.token <= a.above
              RETURNING l.*, public.database_lease_notify(l.name)
            )
            SELECT l.name, l.holder, l.token, l.acquired_at, l.renewed_at, l.expires_at, l.renewer,
              l.holder_info->>'cluster' AS cluster, l.holder_info->>'namespace' AS namespace,
              l.holder_info->>'pod' AS pod, l.holder_info->>'uid' AS uid, l.holder_info->>'node' AS node,
              clock_timestamp() AS answered_at
            FROM (
              SELECT name, holder, token, acquired_at, renewed_at, expires_at, renewer, holder_info FROM raised
              UNION ALL
              SELECT l.name, l.holder, l.token, l.acquired_at, l.renewed_at, l.expires_at, l.renewer, l.holder_info
              FROM public.database_lease AS l JOIN asked AS a ON a.name = l.name
              WHERE NOT EXISTS (SELECT FROM raised)
            ) AS l
            """;

    private final DataSource source;
    private final Calls calls;
    private final String list;
    private final String endTerm;
    private final String raiseToken;
    private final TableName table;

    public LeaseAdmin(DataSource source, TableName table) {
        this.source = source;
        this.calls = new Calls(table);
        this.list = table.in(LIST);
        this.endTerm = table.in(END_TERM);
        this.raiseToken = table.in(RAISE_TOKEN);
        this.table = table;
    }

    /** The rows whose names start so, by name; all of them for the empty prefix. */
    public List<LeaseRecord> list(String prefix) {
        return calls.call(source, AttemptBounds.USUAL, Repeat.ALWAYS, connection -> list(connection, prefix));
    }

    /**
     * Ends the running term of that token, whoever renews it. Its holder learns of it with its next renewal, or sooner by
     * the notification.
     *
     * @return whether this call ended it; it did not when another term runs by now, or none does
     */
    public boolean endTerm(String name, long token) {
        return calls.call(
                source, AttemptBounds.USUAL, Repeat.UNLESS_CARRIED_OUT, connection -> end(connection, name, token));
    }

    /**
     * Raises the row's token above one that was given out before, as after a restored backup. The holder and its expiry
     * stay. A holder that renews by token, as the library does, has lost its term by that, and begins again under the new
     * token; what was done with the old one is fenced off from now on. Again is harmless: a token that is above already
     * stays.
     *
     * @param above the highest token that anything has seen
     * @return the row as it is now; empty when there is none
     * @throws IllegalArgumentException when no token could be above it
     * @throws io.anixops.lease.LeaseStoreException when the database did not say
     */
    public Optional<Lease> raiseToken(LeaseName name, long above) {
        if (above < 0 || above > MOST) {
            throw new IllegalArgumentException(
                    "token to raise lease %s above is %d, and must lie between 0 and %d".formatted(name, above, MOST));
        }
        return calls.call(source, AttemptBounds.USUAL, Repeat.ALWAYS, connection -> raise(connection, name, above));
    }

    private List<LeaseRecord> list(Connection connection, String prefix) throws SQLException {
        try (var statement = connection.prepareStatement(list)) {
            Parameters.of(statement).text(prefix);
            try (var rows = statement.executeQuery()) {
                var found = new ArrayList<LeaseRecord>();
                while (rows.next()) {
                    found.add(Rows.record(rows));
                }
                return found;
            }
        }
    }

    private boolean end(Connection connection, String name, long token) throws SQLException {
        try (var statement = connection.prepareStatement(endTerm)) {
            Parameters.of(statement).bounds(AttemptBounds.USUAL).text(name).number(token);
            try (var rows = statement.executeQuery()) {
                return rows.next();
            }
        }
    }

    private Optional<Lease> raise(Connection connection, LeaseName name, long above) throws SQLException {
        try (var statement = connection.prepareStatement(raiseToken)) {
            Parameters.of(statement)
                    .bounds(AttemptBounds.USUAL)
                    .text(name.value())
                    .number(above);
            return Answers.rows(statement, table).stream().findFirst();
        }
    }
}
