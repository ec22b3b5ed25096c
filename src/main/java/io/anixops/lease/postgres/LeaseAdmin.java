package io.anixops.lease.postgres;

import io.anixops.lease.Lease;
import io.anixops.lease.LeaseName;
import io.anixops.lease.postgres.Calls.Repeat;
import java.util.Optional;
import javax.sql.DataSource;

/** What an administrator does to a row by hand, and no program does by itself. */
public final class LeaseAdmin {
    /** Higher ones are not believed when they are read back from a pod. */
    private static final long MOST = (1L << 61) - 2;

    private final DataSource source;
    private final Calls calls;
    private final RowStatements rows;

    /** @param source gives connections with autocommit on */
    public LeaseAdmin(DataSource source, TableName table) {
        this.source = source;
        this.calls = new Calls(table);
        this.rows = new RowStatements(new Statements(table), table);
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
        var bounds = AttemptBounds.USUAL;
        return calls.call(
                source, bounds, Repeat.ALWAYS, connection -> rows.raiseToken(connection, name, above, bounds));
    }
}
