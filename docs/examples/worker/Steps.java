import io.anixops.lease.Leadership;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import javax.sql.DataSource;

/** The work: a step every tenth of a second, each in a transaction that the database refuses to a former leader. */
final class Steps {
    private final DataSource database;
    private final String worker = System.getenv().getOrDefault("POD_NAME", "worker");

    Steps(DataSource database) {
        this.database = database;
    }

    void take(Leadership leadership) throws Exception {
        System.out.printf("%s works, token %d%n", Instant.now(), leadership.token());
        try (var connection = database.getConnection()) {
            leadership.onLoss(() -> abort(connection)); // a statement under way does not notice an interrupt
            connection.setAutoCommit(false);
            while (leadership.isLeading()) {
                step(connection, leadership);
                Thread.sleep(100); // interrupted when the lease is lost
            }
        } finally {
            System.out.printf("%s stopped, token %d%n", Instant.now(), leadership.token());
        }
    }

    private void step(Connection connection, Leadership leadership) throws SQLException {
        try (var check = connection.prepareStatement("SELECT database_lease_assert_held(?, ?)");
                var insert = connection.prepareStatement("INSERT INTO worker_step (token, worker) VALUES (?, ?)")) {
            check.setString(1, leadership.name().value());
            check.setLong(2, leadership.token());
            check.execute();
            insert.setLong(1, leadership.token());
            insert.setString(2, worker);
            insert.execute();
        }
        connection.commit();
    }

    private static void abort(Connection connection) {
        try {
            connection.abort(Runnable::run);
        } catch (SQLException e) {
            throw new IllegalStateException("the connection of a lost lease could not be aborted", e);
        }
    }
}
