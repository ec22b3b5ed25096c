package io.anixops.lease.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import org.junit.jupiter.api.Test;

class FailuresTest {
    @Test
    void a_pool_that_waited_in_vain_tells_what_it_met_and_not_how_it_counts() {
        var met = new SQLException("FATAL: database \"app\" is not currently accepting connections", "55000");

        assertThat(Failures.ofConnect(new SQLTransientConnectionException("work - timed out (total=0)", "55000", met)))
                .hasMessage(
                        "no connection to the database: FATAL: database \"app\" is not currently accepting connections");
    }

    @Test
    void a_pool_that_met_nothing_tells_what_it_waited_for() {
        assertThat(Failures.ofConnect(new SQLTransientConnectionException("work - timed out (total=4)")))
                .hasMessage("no connection to the database: work - timed out (total=4)");
    }
}
