import io.anixops.lease.Electors;
import io.anixops.lease.LeaseName;
import io.anixops.lease.Leadership;
import io.anixops.lease.Timing;
import io.anixops.lease.postgres.PostgresLeaseStore;
import io.anixops.lease.postgres.TableName;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;

/** Two leases in one process, and work that takes no step in somebody else's term. */
public class Reports {
    private final DataSource database;

    public Reports(DataSource database) {
        this.database = database;
    }

    /** Close what this returns before the program ends: it stops the work, waits for it, and gives the leases back. */
    public Electors start() {
        var electors = Electors.on(PostgresLeaseStore.of(database, TableName.DEFAULT));
        var slowToStop = new Timing(Duration.ofSeconds(60), Duration.ofSeconds(15)); // ttl, stopWithin
        electors.elect(LeaseName.of("reports"), slowToStop, this::write);
        electors.elect(LeaseName.of("clean-up"), Timing.ofTtl(Duration.ofSeconds(30)), this::cleanUp);
        return electors;
    }

    private void write(Leadership leadership) throws Exception {
        try (var connection = database.getConnection()) {
            leadership.onLoss(() -> abort(connection)); // a statement under way does not notice an interrupt
            connection.setAutoCommit(false);
            while (leadership.isLeading()) {
                requireHeld(connection, leadership.token());
                // … the report, in the same transaction
                connection.commit();
            }
        }
    }

    private static void requireHeld(Connection connection, long token) throws SQLException {
        try (var check = connection.prepareStatement("SELECT database_lease_assert_held('reports', ?)")) {
            check.setLong(1, token);
            check.execute();
        }
    }

    private void cleanUp(Leadership leadership) throws InterruptedException {
        while (leadership.isLeading()) {
            leadership.requireLeading(); // throws where a step must not be done any more
            Thread.sleep(1_000);
        }
    }

    private static void abort(Connection connection) {
        try {
            connection.abort(Runnable::run);
        } catch (SQLException e) {
            throw new IllegalStateException("the connection of a lost lease could not be aborted", e);
        }
    }
}
