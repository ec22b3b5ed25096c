package io.anixops.lease.app;

import com.zaxxer.hikari.SQLExceptionOverride;
import java.sql.SQLException;
import java.util.Set;

/**
 * Takes connections out of the pool that live and are of no use: the server became a standby (25006), so a new
 * connection finds the primary; or a pooler lost a prepared statement (26000, 42P05).
 */
final class EvictUseless implements SQLExceptionOverride {
    private static final Set<String> USELESS = Set.of("25006", "26000", "42P05");

    @java.lang.Override
    public Override adjudicate(SQLException failed) {
        return USELESS.contains(failed.getSQLState()) ? Override.MUST_EVICT : Override.CONTINUE_EVICT;
    }
}
