package io.anixops.lease.postgres;

import io.anixops.lease.LeaseStore;
import io.anixops.lease.LeaseStoreContract;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;

/** The real store keeps the contract of every store. */
class PostgresLeaseStoreIT extends LeaseStoreContract {
    private static final TestPostgres.Database DATABASE = TestPostgres.shared().newDatabase();
    private static final PostgresLeaseStore STORE = PostgresLeaseStore.of(DATABASE.dataSource(), TableName.DEFAULT);

    @BeforeAll
    static void create() {
        LeaseSchema.ensure(DATABASE.dataSource(), TableName.DEFAULT);
    }

    @Override
    protected LeaseStore store() {
        return STORE;
    }

    @Override
    protected void pass(Duration duration) {
        var sql = """
                SET LOCAL session_replication_role = replica; -- no trigger: nobody wrote this, time passed
                UPDATE public.database_lease SET acquired_at = acquired_at - interval '1 microsecond' * %1$d,
                  renewed_at = renewed_at - interval '1 microsecond' * %1$d,
                  expires_at = expires_at - interval '1 microsecond' * %1$d;
                """.formatted(duration.toNanos() / 1_000);
        try (var connection = DATABASE.dataSource().getConnection();
                var statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute(sql);
            connection.commit();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
