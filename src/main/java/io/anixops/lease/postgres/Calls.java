package io.anixops.lease.postgres;

import io.anixops.lease.LeaseStoreException;
import io.anixops.lease.LeaseStoreException.Kind;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Bounded calls to the database: each statement a transaction of its own, and a broken connection never given back. */
final class Calls {
    private static final Logger LOG = LoggerFactory.getLogger(Calls.class);
    private static final int MOST_ATTEMPTS = 5;

    private final TableName table;

    Calls(TableName table) {
        this.table = table;
    }

    /** What is done with a connection. */
    interface Work<T> {
        T on(Connection connection) throws SQLException;
    }

    /** Whether a call whose outcome is unknown may be made again. */
    enum Repeat {
        ALWAYS,
        UNLESS_CARRIED_OUT
    }

    /**
     * Does the work. What lost against another transaction is done again; so is what met a connection that was dead
     * already, or a server that is a primary no more. What waited for its time is not: there is none left.
     */
    <T> T call(DataSource source, AttemptBounds bounds, Repeat repeat, Work<T> work) {
        for (var attempt = 1; ; attempt++) {
            try {
                return once(source, bounds, work);
            } catch (SQLException e) {
                if (attempt == MOST_ATTEMPTS || !isWorthAnother(e, repeat)) {
                    throw Failures.ofCall(table, e);
                }
            }
        }
    }

    private static boolean isWorthAnother(SQLException failure, Repeat repeat) {
        if (Failures.isSerialization(failure)) {
            return true;
        }
        return Failures.isOfConnection(failure)
                && !Failures.isTimeout(failure)
                && (repeat == Repeat.ALWAYS || Failures.wasNotCarriedOut(failure));
    }

    private static <T> T once(DataSource source, AttemptBounds bounds, Work<T> work) throws SQLException {
        try (var connection = connect(source)) {
            requireAutoCommit(connection);
            var before = connection.getNetworkTimeout();
            connection.setNetworkTimeout(Runnable::run, bounds.replyMillis());
            try {
                var answer = work.on(connection);
                connection.setNetworkTimeout(Runnable::run, before);
                return answer;
            } catch (SQLException | RuntimeException e) {
                recover(connection, before, e);
                throw e;
            }
        }
    }

    private static Connection connect(DataSource source) {
        try {
            return source.getConnection();
        } catch (SQLException | RuntimeException e) { // pools throw both
            throw Failures.ofConnect(e);
        }
    }

    private static void requireAutoCommit(Connection connection) throws SQLException {
        if (!connection.getAutoCommit()) {
            throw new LeaseStoreException(
                    Kind.REFUSED,
                    "the data source gave a connection with autocommit off; a lease is taken by one statement in a"
                            + " transaction of its own, so give it one with autocommit on");
        }
    }

    private static void recover(Connection connection, int networkTimeout, Exception failure) {
        try {
            if (failure instanceof SQLException sql && Failures.isOfConnection(sql)) {
                evict(connection);
            } else {
                connection.setNetworkTimeout(Runnable::run, networkTimeout);
            }
        } catch (SQLException e) {
            failure.addSuppressed(e);
        }
    }

    /** Ends the connection itself, and lets a pool that may be around it notice: pools look at failures of statements. */
    private static void evict(Connection connection) throws SQLException {
        connection.abort(Runnable::run);
        try (var probe = connection.prepareStatement("SELECT 1")) {
            LOG.debug("the connection is still open after it was aborted: {}", probe);
        } catch (SQLException e) {
            LOG.trace("the connection is closed", e);
        }
    }
}
